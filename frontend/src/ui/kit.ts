/** What most screens use, kept together in one chunk. Left alone, esbuild makes a tiny chunk for every combination of
 * pages: two dozen requests a page, and 4 KB more gzipped. The rarer parts stay with the pages that import them. */
import "@/lib/mount";
import "@/lib/query-client";
import "@/lib/use-single-flight";
import "@/lib/use-url-state";
import "@/ui/alert";
import "@/ui/badge";
import "@/ui/button";
import "@/ui/card";
import "@/ui/confirm-dialog";
import "@/ui/dialog";
import "@/ui/empty-state";
import "@/ui/error-state";
import "@/ui/field";
import "@/ui/icon-button";
import "@/ui/input";
import "@/ui/page-actions";
import "@/ui/pagination";
import "@/ui/progress";
import "@/ui/select";
import "@/ui/skeleton";
import "@/ui/stat-card";
import "@/ui/stat-grid";
import "@/ui/status";
import "@/ui/table";
import "@/ui/tabs";
import "@/ui/text-field";
