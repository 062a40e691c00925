import type { PreferencesPort } from '../../platform/ports/preferences.port.ts';

/** The number of documents with a stored position; the least recently read ones are dropped first. */
const most = 200;
const key = 'scroll:preview';

type Places = readonly (readonly [fileID: string, place: number])[];

async function placesIn(preferences: PreferencesPort): Promise<Places> {
  const text = await preferences.get(key);
  return text === null ? [] : (JSON.parse(text) as Places);
}

/** Loads the reading position of a document; 1 where none is stored. */
export async function placeOf(preferences: PreferencesPort, fileID: string): Promise<number> {
  return (await placesIn(preferences)).find(([id]) => id === fileID)?.[1] ?? 1;
}

export async function keepPlace(preferences: PreferencesPort, fileID: string, place: number): Promise<void> {
  const others = (await placesIn(preferences)).filter(([id]) => id !== fileID);
  const kept = Number(place.toFixed(3));
  const places: Places = kept > 1 ? [...others, [fileID, kept]] : others;
  await preferences.set(key, JSON.stringify(places.slice(-most)));
}
