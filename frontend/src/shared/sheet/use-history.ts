import { useState } from "react";

const STEPS_KEPT = 100;

type History<S> = { past: readonly S[]; present: S; future: readonly S[]; merge: string };

/** A value whose changes can be taken back. Consecutive changes with the same `merge` tag are one step. */
export function useHistory<S>(initial: S) {
  const [{ past, present, future }, setHistory] = useState<History<S>>(() => fresh(initial));
  return {
    value: present,
    /** The next value, or how it follows from the current one; the same value is no step. */
    set: (next: S | ((current: S) => S), merge = "") => setHistory((history) => advanced(history, next, merge)),
    undo: past.length > 0 ? () => setHistory(undone) : null,
    redo: future.length > 0 ? () => setHistory(redone) : null,
    /** A value with no way back: what was sent is not to be sent again. */
    reset: (next: S) => setHistory(fresh(next)),
  };
}

const fresh = <S>(present: S): History<S> => ({ past: [], present, future: [], merge: "" });

function advanced<S>(history: History<S>, next: S | ((current: S) => S), merge: string): History<S> {
  const present = next instanceof Function ? next(history.present) : next;
  if (Object.is(present, history.present)) return history;
  const joins = merge !== "" && merge === history.merge;
  const past = joins ? history.past : [...history.past, history.present].slice(-STEPS_KEPT);
  return { past, present, future: [], merge };
}

function undone<S>(history: History<S>): History<S> {
  const last = history.past.length - 1;
  if (last < 0) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, last), present: past[last] as S, future: [present, ...future], merge: "" };
}

function redone<S>(history: History<S>): History<S> {
  if (history.future.length === 0) return history;
  const { past, present, future } = history;
  return { past: [...past, present], present: future[0] as S, future: future.slice(1), merge: "" };
}
