/** The theme setting of the user; `auto` follows the system. */
export type ThemeSetting = 'light' | 'dark' | 'auto';

const barColors = { light: '#ffffff', dark: '#18191d' };
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let chosen: ThemeSetting = 'auto';
let told: (theme: 'light' | 'dark') => void = () => undefined;

function apply(): void {
  const theme = chosen === 'auto' ? (systemDark?.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
  told(theme);
}

/**
 * Registers the listener that applies the theme outside of the page (native bars). It replaces the previous
 * one.
 */
export function onTheme(listener: (theme: 'light' | 'dark') => void): void {
  told = listener;
}

/** Applies a theme to the page and, for `auto`, follows the system. */
export function applyTheme(setting: ThemeSetting): void {
  chosen = setting;
  systemDark?.removeEventListener('change', apply);
  if (setting === 'auto') systemDark?.addEventListener('change', apply);
  apply();
}

export const asThemeSetting = (stored: string | null): ThemeSetting =>
  stored === 'light' || stored === 'dark' ? stored : 'auto';
