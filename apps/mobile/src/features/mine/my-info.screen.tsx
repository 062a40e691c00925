import { maskPhone } from '@sealflow/domain/identifiers';
import { useNavigate } from 'react-router';
import { ChoiceLayer } from '../../app/shell/choice.component.tsx';
import { confirm } from '../../app/shell/confirm.store.ts';
import { useLayer } from '../../app/shell/layer.hook.ts';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useSwitchTenant } from '../../app/shell/switch-tenant.hook.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import { PersonIcon } from '../../ui/icons.component.tsx';
import { List, ListRow } from '../../ui/list.component.tsx';
import styles from './mine.module.css';
import { useSettings } from './settings.hook.ts';

export default function MyInfoScreen() {
  const { mine } = useTexts();
  const navigate = useNavigate();
  const { account, tenants, tenant, user } = useSignedIn();
  const { signOut } = useSessionActions();
  const { language, theme, setLanguage, setTheme } = useSettings();
  const switchTenant = useSwitchTenant();
  const tenantLayer = useLayer('tenant');
  const languageLayer = useLayer('language');
  const themeLayer = useLayer('theme');
  const canSwitch = tenants.length > 1;
  const phone = account.mobileNo === null ? null : maskPhone(account.mobileNo);

  const leave = async () => {
    const yes = await confirm({
      title: mine.signOutTitle,
      text: mine.signOutText,
      confirmLabel: mine.signOut,
      danger: true,
    });
    if (yes) await signOut();
  };
  return (
    <Screen title={mine.title} back="none">
      <div className={styles.person}>
        <span className={styles.portrait}>
          <PersonIcon size={30} />
        </span>
        <div className={styles.who}>
          <h2 className={styles.name}>{user?.name ?? phone ?? account.email}</h2>
          <p className={styles.soft}>{tenant?.tname ?? mine.noTenant}</p>
        </div>
      </div>
      <section className={styles.section} aria-label={mine.account}>
        <List>
          <ListRow
            title={canSwitch ? mine.switchTenant : mine.tenant}
            trailing={tenant?.tname ?? mine.noTenant}
            chevron={canSwitch}
            onPress={canSwitch ? tenantLayer.open : undefined}
          />
          <ListRow title={mine.phone} trailing={phone ?? mine.notSet} />
          {account.email === null ? null : <ListRow title={mine.email} trailing={account.email} />}
        </List>
      </section>
      <section className={styles.section} aria-label={mine.settings}>
        <List>
          <ListRow
            title={mine.language}
            trailing={mine.languages[language]}
            chevron
            onPress={languageLayer.open}
          />
          <ListRow title={mine.theme} trailing={mine.themes[theme]} chevron onPress={themeLayer.open} />
          <ListRow title={mine.about} chevron onPress={() => void navigate(paths.about)} />
        </List>
      </section>
      <section className={styles.section}>
        <List>
          <ListRow
            title={<span className={styles.centred}>{mine.signOut}</span>}
            danger
            onPress={() => void leave()}
          />
        </List>
      </section>
      <ChoiceLayer
        name="tenant"
        title={mine.switchTenant}
        options={tenants.map(({ id, name }) => ({ id, label: name }))}
        value={tenant?.tid ?? null}
        onChoose={(tid) => void switchTenant(tid)}
      />
      <ChoiceLayer
        name="language"
        title={mine.language}
        options={(['auto', 'zh', 'en'] as const).map((id) => ({ id, label: mine.languages[id] }))}
        value={language}
        onChoose={(choice) => void setLanguage(choice)}
      />
      <ChoiceLayer
        name="theme"
        title={mine.theme}
        options={(['auto', 'light', 'dark'] as const).map((id) => ({ id, label: mine.themes[id] }))}
        value={theme}
        onChoose={(choice) => void setTheme(choice)}
      />
    </Screen>
  );
}
