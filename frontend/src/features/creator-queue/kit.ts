/** What the two creators with a queue share, kept together in one chunk (see ui/kit.ts). */
import "@/features/creator-queue/account";
import "@/features/creator-queue/analysis-tab";
import "@/features/creator-queue/data-fields";
import "@/features/creator-queue/data-inputs";
import "@/features/creator-queue/login-fields";
import "@/features/creator-queue/queue-card";
import "@/features/creator-queue/run-section";
import "@/features/creator-queue/standard-card";
import "@/features/creator-queue/use-creator";
import "@/features/creator-queue/use-queue-screen";
