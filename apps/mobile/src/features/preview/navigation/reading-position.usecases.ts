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
