import { useEffect, useMemo, useRef } from 'react';
import { usePlatform } from '../../../platform/index.ts';
import type { PreferencesPort } from '../../../platform/ports/preferences.port.ts';

/** The number of documents with a stored position; the least recently read ones are dropped first. */
const maxDocuments = 200;
const preferenceKey = 'scroll:preview';

type StoredPositions = readonly (readonly [fileID: string, place: number])[];

async function loadPositions(preferences: PreferencesPort): Promise<StoredPositions> {
  const text = await preferences.get(preferenceKey);
  return text === null ? [] : (JSON.parse(text) as StoredPositions);
}

/** Loads the reading position of a document; 1 where none is stored. */
export async function loadReadingPosition(preferences: PreferencesPort, fileID: string): Promise<number> {
  return (await loadPositions(preferences)).find(([id]) => id === fileID)?.[1] ?? 1;
}

export async function storeReadingPosition(
  preferences: PreferencesPort,
  fileID: string,
  position: number,
): Promise<void> {
  const others = (await loadPositions(preferences)).filter(([id]) => id !== fileID);
  const rounded = Number(position.toFixed(3));
  const positions: StoredPositions = rounded > 1 ? [...others, [fileID, rounded]] : others;
  await preferences.set(preferenceKey, JSON.stringify(positions.slice(-maxDocuments)));
}

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
