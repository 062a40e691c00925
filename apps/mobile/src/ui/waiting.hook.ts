import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delayMs`, because a short wait should show no indicator. */
export function useLongWait(waiting: boolean, delayMs = 300): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting, delayMs]);
  return waiting && long;
}
