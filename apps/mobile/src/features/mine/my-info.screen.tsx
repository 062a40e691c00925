import { errorText } from '@sealflow/domain/errors';
import { Invitations } from '../../app/shell/invitations.component.tsx';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { useSessionActions, useSignedIn } from '../../platform/session/index.ts';
import { Avatar } from '../../ui/avatar.component.tsx';
import { Button } from '../../ui/button.component.tsx';
import { List, ListRow } from '../../ui/list.component.tsx';
import { AccountSection } from './account-section.component.tsx';
import { maskedEmail, maskedPhone } from './identity.rules.ts';
import styles from './mine.module.css';
import { SettingsSection } from './settings-section.component.tsx';
import { useSignOut } from './sign-out.hook.tsx';

export default function MyInfoScreen() {
  const { mine } = useTexts();
  const { account, tenant, user } = useSignedIn();
  const { leave, isLeaving } = useSignOut();
  const name = user?.name ?? maskedPhone(account) ?? maskedEmail(account) ?? '';
  return (
    <Screen title={mine.title} back="none">
      <div className={styles.person}>
        <Avatar name={name} size={56} />
        <div className={styles.who}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.organisation}>
            {tenant?.tlogo?.startsWith('data:image/') ? (
              <Avatar name={tenant.tname} src={tenant.tlogo} size={20} />
            ) : null}
            {tenant?.tname ?? mine.noTenant}
          </p>
        </div>
      </div>
      <UnreadRights />
      <Invitations />
      <AccountSection />
      <SettingsSection />
      <section className={styles.section}>
        <List>
          <ListRow
            title={<span className={styles.centred}>{isLeaving ? mine.signingOut : mine.signOut}</span>}
            danger
            onPress={() => void leave()}
          />
        </List>
      </section>
    </Screen>
  );
}

/** Section 6: what one may do here could not be read. Asking again is entering the tenant again. */
function UnreadRights() {
  const { common } = useTexts();
  const language = useLanguage();
  const errorOf = useErrorText();
  const { tenant, rightsReadable } = useSignedIn();
  const { chooseTenant } = useSessionActions();
  if (rightsReadable || tenant === null) return null;
  const again = () =>
    chooseTenant(tenant.tid).catch((error: unknown) =>
      showSnackbar({ color: 'error', text: errorOf(error) }),
    );
  return (
    <div className={styles.warning} role="alert">
      <span>{errorText('app.rights_unreadable', language === 'zh' ? 'cn' : 'en')}</span>
      <Button onClick={() => void again()}>{common.retry}</Button>
    </div>
  );
}
