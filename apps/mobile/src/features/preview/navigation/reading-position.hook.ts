import { useEffect, useMemo, useRef } from 'react';
import { usePlatform } from '../../../platform/index.ts';
import { loadReadingPosition, storeReadingPosition } from './reading-position.usecases.ts';

/**
 * Restores and stores the reading position of a document across restarts of the app. A part has no record and
 * therefore no `fileID`.
 */
export function useReadingPosition(fileID: string | null) {
  const { preferences } = usePlatform();
  const lastPosition = useRef<number | null>(null);

  useEffect(() => {
    if (fileID === null) return undefined;
    const storePosition = () => {
      if (lastPosition.current !== null) void storeReadingPosition(preferences, fileID, lastPosition.current);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') storePosition();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', storePosition);
    return () => {
      storePosition();
      lastPosition.current = null;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', storePosition);
    };
  }, [fileID, preferences]);

  return useMemo(
    () => ({
      start: () => (fileID === null ? Promise.resolve(1) : loadReadingPosition(preferences, fileID)),
      onPosition: (position: number) => {
        lastPosition.current = position;
      },
    }),
    [fileID, preferences],
  );
}
