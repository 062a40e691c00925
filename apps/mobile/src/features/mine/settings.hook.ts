import { useCallback, useEffect, useState } from 'react';
import { applyLanguage, type LanguageSetting, useLanguageStore } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { applyTheme, asThemeSetting, type ThemeSetting } from '../../ui/theme.ts';

/** The language and theme settings; a change is applied immediately and stored. */
export function useSettings() {
  const { preferences } = usePlatform();
  const language = useLanguageStore((state) => state.setting);
  const [theme, showTheme] = useState<ThemeSetting>('auto');
  useEffect(() => {
    void preferences.get('theme').then((stored) => showTheme(asThemeSetting(stored)));
  }, [preferences]);

  const setLanguage = useCallback(
    async (setting: LanguageSetting) => {
      await applyLanguage(setting);
      await preferences.set('language', setting);
    },
    [preferences],
  );
  const setTheme = useCallback(
    async (setting: ThemeSetting) => {
      applyTheme(setting);
      showTheme(setting);
      await preferences.set('theme', setting);
    },
    [preferences],
  );
  return { language, theme, setLanguage, setTheme };
}
