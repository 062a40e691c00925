import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delayMs`, because a short wait should show no indicator. */
export function useLongWait(waiting: boolean, delayMs = 300): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setIsLong(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [waiting, delayMs]);
  return waiting && isLong;
}
