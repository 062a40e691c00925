import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delayMs`, because a short wait should show no indicator. */
export function useLongWait(waiting: boolean, delayMs = 300): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      setIsLong(true);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      if (isOver) setIsLong(false);
    };
  }, [waiting, delayMs]);
  return waiting && isLong;
}
