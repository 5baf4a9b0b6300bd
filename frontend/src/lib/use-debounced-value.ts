import { useEffect, useState } from "react";

const REST_MS = 250;

/** `value` as it was when it last stayed the same for a moment. */
export function useDebouncedValue<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
