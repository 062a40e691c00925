import { create } from 'zustand';
import { readPreference, writePreference } from './preferences.util.ts';

type PreferenceStore = {
  /** The settings that were changed or loaded since the page was opened, by key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the settings are larger than the service stores for an account. Later changes hold in this browser alone. */
  readonly isFull: boolean;
};

/** The settings of persons in this page. What it lacks is in the storage of the browser. */
export const usePreferenceStore = create<PreferenceStore>(() => ({ values: {}, isFull: false }));

export const preferenceKey = (aid: string, name: string) => `${aid}:${name}`;
/** Names of settings that the service does not have yet. */
const unsentKey = (aid: string) => preferenceKey(aid, 'unsent');

export function currentPreference(aid: string, name: string): unknown {
  const key = preferenceKey(aid, name);
  return usePreferenceStore.getState().values[key] ?? readPreference(key);
}

/** The names of the settings that the service does not have yet. They outlive the page. */
export function unsentNames(aid: string): readonly string[] {
  const names = currentPreference(aid, 'unsent');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function set(values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) writePreference(key, value);
  usePreferenceStore.setState((state) => ({ values: { ...state.values, ...values } }));
}

/** Changes a setting in this browser and marks it for the service. */
export function changePreference(aid: string, name: string, value: unknown): void {
  const unsent = [...new Set([...unsentNames(aid), name])];
  set({ [preferenceKey(aid, name)]: value, [unsentKey(aid)]: unsent });
}

/** Takes what the service has, except for settings that it does not have yet. */
export function adoptPreferences(aid: string, preferences: Readonly<Record<string, unknown>>): void {
  const unsent = new Set(unsentNames(aid));
  const isNew = ([name, value]: [string, unknown]) =>
    !unsent.has(name) && JSON.stringify(value) !== JSON.stringify(currentPreference(aid, name));
  const adopted = Object.entries(preferences).filter(isNew);
  if (adopted.length === 0) return;
  set(Object.fromEntries(adopted.map(([name, value]) => [preferenceKey(aid, name), value])));
}

/** Removes the marks of settings that were sent. What was changed since keeps its mark. */
export function markSent(aid: string, sent: Readonly<Record<string, unknown>>): void {
  const unsent = unsentNames(aid).filter(
    (name) => !(name in sent) || sent[name] !== currentPreference(aid, name),
  );
  set({ [unsentKey(aid)]: unsent });
}
