/** What a person chose; `auto` follows the system. */
export type ThemeSetting = 'light' | 'dark' | 'auto';

const barColors = { light: '#ffffff', dark: '#18191d' };
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let chosen: ThemeSetting = 'auto';

function apply(): void {
  const theme = chosen === 'auto' ? (systemDark?.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
}

/** Puts a theme on the page and keeps following the system where the setting says so. */
export function applyTheme(setting: ThemeSetting): void {
  chosen = setting;
  systemDark?.removeEventListener('change', apply);
  if (setting === 'auto') systemDark?.addEventListener('change', apply);
  apply();
}

export const asThemeSetting = (stored: string | null): ThemeSetting =>
  stored === 'light' || stored === 'dark' ? stored : 'auto';
