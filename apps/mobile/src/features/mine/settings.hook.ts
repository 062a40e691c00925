import { applyTheme, parseThemeSetting, type ThemeSetting } from '@sealflow/ui/styles/theme.util.ts';
import { useCallback, useEffect, useState } from 'react';
import { applyLanguage, type LanguageSetting, useLanguageStore } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';

/** The language and theme settings; a change is applied immediately and stored. */
export function useSettings() {
  const { preferences } = usePlatform();
  const language = useLanguageStore((state) => state.setting);
  const [theme, setThemeState] = useState<ThemeSetting>('auto');
  useEffect(() => {
    void preferences.get('theme').then((stored) => setThemeState(parseThemeSetting(stored)));
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
      setThemeState(setting);
      await preferences.set('theme', setting);
    },
    [preferences],
  );
  return { language, theme, setLanguage, setTheme };
}
