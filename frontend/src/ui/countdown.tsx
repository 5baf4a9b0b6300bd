import type { ReactNode } from "react";
import { minutesAndSeconds } from "@/lib/format";

/** 'Tempo restante: m:ss', to stand outside of whatever is announced: inside, every second would be. */
export function Countdown({ seconds, children }: { seconds: number; children?: ReactNode }) {
  return (
    <p role="timer" className="tabular-nums">
      {children} Tempo restante: {minutesAndSeconds(seconds)}
    </p>
  );
}
