/** What the creators share, kept together in one chunk: some of these import this module, so that whoever needs one of
 * them brings all (see ui/kit.ts). */
import "@/features/bulk/configuration";
import "@/features/bulk/key-note";
import "@/features/bulk/money";
import "@/features/bulk/option-group";
import "@/features/bulk/preview-textarea";
import "@/features/bulk/preview/confirm-run";
import "@/features/bulk/preview/merge";
import "@/features/bulk/preview/preview-card";
import "@/features/bulk/preview/use-history";
import "@/features/bulk/preview/use-preview";
import "@/features/bulk/preview/use-start-run";
import "@/features/bulk/price-field";
import "@/features/bulk/run-card";
import "@/features/bulk/run-results";
import "@/features/bulk/settings";
import "@/features/bulk/use-run";
import "@/features/bulk/webmail";
import "@/features/bulk/webmail-fields";
import "@/features/content-templates/rare-note";
import "@/features/content-templates/template-picker";
