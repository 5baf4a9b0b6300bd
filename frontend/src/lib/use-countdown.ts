import { useEffect, useEffectEvent, useState } from "react";

/** A countdown that survives a reload: its end is kept in local storage under `key`.
 * `onEnd` is called once when it runs out while the page is open. `remaining` is in seconds, 0 when not counting. */
export function useCountdown(key: string, onEnd?: () => void) {
  const [end, setEnd] = useState(() => storedEnd(key));
  const [now, setNow] = useState(Date.now);
  const remaining = Math.max(0, Math.ceil((end - now) / 1000));
  const ended = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    if (end === 0) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() < end) return;
      clearInterval(timer);
      localStorage.removeItem(key);
      setEnd(0);
      ended();
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [key, end]);

  const start = (seconds: number) => {
    const at = Date.now() + seconds * 1000;
    setNow(Date.now());
    setEnd(at);
    localStorage.setItem(key, String(at));
  };
  const clear = () => {
    localStorage.removeItem(key);
    setEnd(0);
  };
  return { remaining, start, clear };
}

function storedEnd(key: string): number {
  const end = Number(localStorage.getItem(key));
  return Number.isFinite(end) && end > Date.now() ? end : 0;
}
