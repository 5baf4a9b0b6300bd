import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { onFirstInteraction } from "@/lib/first-interaction";

type WhenNearProps = {
  /** The room of what comes. */
  place: ReactNode;
  children: ReactNode;
};

/** What stands further down a page: its code and its data come at the first sign of somebody, or when it is in sight. */
export function WhenNear({ place, children }: WhenNearProps) {
  const [isNear, setIsNear] = useState(false);
  const spot = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const show = () => setIsNear(true);
    const giveUp = onFirstInteraction(show);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show());
    if (spot.current) observer.observe(spot.current);
    return () => {
      giveUp();
      observer.disconnect();
    };
  }, []);

  return isNear ? <Suspense fallback={place}>{children}</Suspense> : <div ref={spot}>{place}</div>;
}
