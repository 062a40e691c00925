import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delayMs`, because a short wait should show no indicator. */
export function useLongWait(waiting: boolean, delayMs = 300): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    let hasElapsed = false;
    const timer = setTimeout(() => {
      hasElapsed = true;
      setIsLong(true);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      if (hasElapsed) setIsLong(false);
    };
  }, [waiting, delayMs]);
  return waiting && isLong;
}
