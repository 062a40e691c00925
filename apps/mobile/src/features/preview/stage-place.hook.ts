import { useEffect, useMemo, useRef } from 'react';
import { usePlatform } from '../../platform/index.ts';
import { keepPlace, placeOf } from './stage-place.usecases.ts';

/**
 * Restores and stores the reading position of a document across restarts of the app. A part has no record and
 * therefore no `fileID`.
 */
export function useStagePlace(fileID: string | null) {
  const { preferences } = usePlatform();
  const left = useRef<number | null>(null);

  useEffect(() => {
    if (fileID === null) return undefined;
    const keep = () => {
      if (left.current !== null) void keepPlace(preferences, fileID, left.current);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keep);
    return () => {
      keep();
      left.current = null;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keep);
    };
  }, [fileID, preferences]);

  return useMemo(
    () => ({
      start: () => (fileID === null ? Promise.resolve(1) : placeOf(preferences, fileID)),
      onPlace: (place: number) => {
        left.current = place;
      },
    }),
    [fileID, preferences],
  );
}
