import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and always does the latest: what is handed it need not be drawn anew. */
export function useStable<Params extends unknown[]>(
  latest: (...params: Params) => void,
): (...params: Params) => void {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useCallback((...params: Params) => current.current(...params), []);
}
