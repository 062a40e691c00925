import { useEffect } from 'react';
import { usePlatform } from '../platform/index.ts';

/** Within a part that comes late, this is there only once that part is: by then the app's code has come up. */
export function Drawn() {
  const { appUpdate } = usePlatform();
  useEffect(() => {
    appUpdate.started().catch(() => undefined);
  }, [appUpdate]);
  return null;
}
