import { useEffect } from 'react';
import { usePlatform } from '../platform/index.ts';

/**
 * Confirms a working start to the app updater. Placed inside a lazy part, it mounts only once that part's code has
 * loaded.
 */
export function FirstPaint() {
  const { appUpdate } = usePlatform();
  useEffect(() => {
    appUpdate.confirmStarted().catch(() => undefined);
  }, [appUpdate]);
  return null;
}
