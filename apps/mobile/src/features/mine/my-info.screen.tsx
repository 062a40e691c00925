import { Avatar } from '@sealflow/ui/lists/avatar.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { RightsUnavailable } from '../../shell/notices/rights-unavailable.component.tsx';
import { Screen } from '../../shell/screen.component.tsx';
import { Invitations } from '../../shell/tenants/invitations.component.tsx';
import { AccountSection } from './account-section.component.tsx';
import { maskedEmail, maskedPhone } from './identity.rules.ts';
import styles from './mine.module.css';
import { SettingsSection } from './settings-section.component.tsx';
import { useSignOut } from './sign-out.hook.tsx';

export default function MyInfoScreen() {
  const { mine } = useTexts();
  const { account, tenant, user } = useSignedIn();
  const { confirmAndSignOut, isSigningOut } = useSignOut();
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
      <RightsUnavailable />
      <Invitations>
        <AccountSection />
        <SettingsSection />
        <section className={styles.section}>
          <List>
            <ListRow
              title={<span className={styles.centred}>{isSigningOut ? mine.signingOut : mine.signOut}</span>}
              danger
              onPress={() => void confirmAndSignOut()}
            />
          </List>
        </section>
      </Invitations>
    </Screen>
  );
}
