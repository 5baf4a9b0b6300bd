import { vi } from "vitest";

/** Wait until `check` throws no more, however busy the machine is: left alone, `vi.waitFor` gives up after a second. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
