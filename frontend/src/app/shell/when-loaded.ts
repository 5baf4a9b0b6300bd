import { NetworkError } from "@/lib/errors";
import { loadPart } from "@/lib/lazy";
import { toast } from "@/lib/toast";

/** Use a part of the shell whose code is asked for at the first use; a lost network may keep it away. */
export async function runWhenLoaded<T>(load: () => Promise<T>, use: (part: T) => void): Promise<void> {
  try {
    use(await loadPart(load));
  } catch (error) {
    console.error("a part of the shell was not loaded", error);
    toast.error(NetworkError.timedOut().message);
  }
}
