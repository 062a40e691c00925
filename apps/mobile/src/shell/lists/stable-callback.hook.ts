import { useCallback, useEffect, useRef } from 'react';

/**
 * A callback with a stable identity that calls the latest function, so that memoized children need not render.
 */
export function useStableCallback<Params extends unknown[]>(
  latest: (...params: Params) => void,
): (...params: Params) => void {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useCallback((...params: Params) => current.current(...params), []);
}
