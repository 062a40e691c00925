import { parseThemeSetting, type ThemeSetting } from '@sealflow/ui/styles/theme.util.ts';

/** Settings of this browser that are no secrets: language, theme, columns, widths, density. */
const prefix = 'sealflow-console:';

/** The stored value; undefined if there is none or it is no JSON. Its type is unknown: an older version may have stored it. */
export function readPreference(name: string): unknown {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value. A browser that stores nothing forgets it with the page. */
export function writePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The setting holds until the page is closed.
  }
}

export const themePreference = 'theme';

/** The appearance that the person chose in this browser. */
export function storedTheme(): ThemeSetting {
  const stored = readPreference(themePreference);
  return parseThemeSetting(typeof stored === 'string' ? stored : null);
}

/** The names, after a start that they share, of the settings that this browser stores. */
export function storedNames(start: string, isWanted: (name: string) => boolean): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice((prefix + start).length))
      .filter(isWanted);
  } catch {
    return [];
  }
}
