import { applyTheme, type ThemeSetting } from '@sealflow/ui/styles/theme.util.ts';
import { useState } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate, useParams } from 'react-router';
import { chooseLanguage, type LanguageSetting, useLanguageStore, useTexts } from '../i18n/index.ts';
import menuStyles from '../kit/menu.module.css';
import { useSessionActions } from '../platform/api.hook.ts';
import { storedTheme, themePreference, writePreference } from '../platform/preferences.util.ts';
import { useSession } from '../platform/session/session.store.ts';

const settings = {
  language: ['auto', 'zh', 'en'] as const satisfies readonly LanguageSetting[],
  theme: ['auto', 'light', 'dark'] as const satisfies readonly ThemeSetting[],
};

/** The account with its security, the language and appearance of the console, and the sign-out. */
export function AccountMenu() {
  const texts = useTexts().shell;
  const { username } = useSession();
  const { signOut } = useSessionActions();
  const { tid } = useParams();
  const navigate = useNavigate();
  const language = useLanguageStore((store) => store.setting);
  const [theme, setTheme] = useState(storedTheme);
  return (
    <MenuTrigger>
      <Button className={menuStyles.trigger ?? ''} aria-label={`${texts.account}: ${username}`}>
        {username} <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={menuStyles.popover ?? ''} placement="bottom end">
        <Menu className={menuStyles.menu ?? ''} aria-label={texts.account}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[`language-${language}`]}
            onSelectionChange={(keys) => {
              const chosen = settings.language.find((one) => keys !== 'all' && keys.has(`language-${one}`));
              if (chosen) void chooseLanguage(chosen);
            }}
          >
            <Header className={menuStyles.header}>{texts.language}</Header>
            {settings.language.map((one) => (
              <MenuItem key={one} id={`language-${one}`} className={menuStyles.item ?? ''}>
                {texts.languages[one]}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[`theme-${theme}`]}
            onSelectionChange={(keys) => {
              const chosen = settings.theme.find((one) => keys !== 'all' && keys.has(`theme-${one}`));
              if (!chosen) return;
              writePreference(themePreference, chosen);
              setTheme(chosen);
              applyTheme(chosen);
            }}
          >
            <Header className={menuStyles.header}>{texts.theme}</Header>
            {settings.theme.map((one) => (
              <MenuItem key={one} id={`theme-${one}`} className={menuStyles.item ?? ''}>
                {texts.themes[one]}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection>
            <MenuItem
              id="security"
              className={menuStyles.item ?? ''}
              onAction={() => void navigate(tid === undefined ? '/operator/security' : `/t/${tid}/security`)}
            >
              {texts.security}
            </MenuItem>
            <MenuItem
              id="sign-out"
              className={`${menuStyles.item} ${menuStyles.danger}`}
              onAction={() => void signOut()}
            >
              {texts.signOut}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
