/** What the shell and every screen use, kept together in one chunk: each of these imports this module, so that whoever
 * needs one of them brings all. Left alone, esbuild makes a chunk of each (see ui/kit.ts). */
import "@/lib/api";
import "@/lib/app-context";
import "@/lib/errors";
import "@/lib/first-sign";
import "@/lib/held-page";
import "@/lib/navigate";
import "@/lib/stored-user";
import "@/lib/toast";
import "@/lib/track";
import "@/lib/training";
