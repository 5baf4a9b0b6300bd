/** What the tabs of the panel share, kept together in one chunk (see ui/kit.ts). */
import "@/features/admin-panel/money";
import "@/features/admin-panel/person";
import "@/features/admin-panel/work";
