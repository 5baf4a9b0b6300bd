/** What is told of a run wherever one is shown, kept together in one chunk (see ui/kit.ts). */
import "@/features/bulk/run";
import "@/features/bulk/run-brakes";
import "@/features/bulk/run-words";
