/** The theme setting of the user; `auto` follows the system. */
export type ThemeSetting = 'light' | 'dark' | 'auto';

const barColors = { light: '#ffffff', dark: '#18191d' };
const systemDarkQuery = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let currentSetting: ThemeSetting = 'auto';
let themeListener: (theme: 'light' | 'dark') => void = () => undefined;

function apply(): void {
  const theme = currentSetting === 'auto' ? (systemDarkQuery?.matches ? 'dark' : 'light') : currentSetting;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
  themeListener(theme);
}

/**
 * Registers the listener that applies the theme outside of the page (native bars). It replaces the previous
 * one.
 */
export function setThemeListener(listener: (theme: 'light' | 'dark') => void): void {
  themeListener = listener;
}

/** Applies a theme to the page and, for `auto`, follows the system. */
export function applyTheme(setting: ThemeSetting): void {
  currentSetting = setting;
  systemDarkQuery?.removeEventListener('change', apply);
  if (setting === 'auto') systemDarkQuery?.addEventListener('change', apply);
  apply();
}

export const parseThemeSetting = (stored: string | null): ThemeSetting =>
  stored === 'light' || stored === 'dark' ? stored : 'auto';
