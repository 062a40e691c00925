import { isButtonVisible, rights } from '@sealflow/domain/roles';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { ChoiceDialog } from '../../shell/dialogs/choice-dialog.component.tsx';
import { useIsDetail } from '../../shell/navigation/pane.hook.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { useVerifiedContacts } from '../../shell/people/contacts.queries.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { useSwitchTenant } from '../../shell/tenants/switch-tenant.hook.ts';
import { maskedEmail, maskedPhone, splitAtBreaks } from './identity.rules.ts';
import styles from './mine.module.css';

const accountViews = ['security', 'devices', 'data'] as const;
const memberViews = ['absence', 'insight', ...accountViews] as const;
const administrationRights = ['systemManagement', 'organisationManagement'] as const;

/** The user's account and organisation, and links to the account's screens. */
export function AccountSection() {
  const { mine, shell } = useTexts();
  const navigate = useNavigate();
  const { account, tenants, tenant } = useSignedIn();
  const switchTenant = useSwitchTenant();
  const [isChoosing, setChoosing] = useState(false);
  const canSwitch = tenants.length > 1;
  const email = maskedEmail(account);
  const unverified = useUnverifiedContacts();
  const isDetail = useIsDetail();
  return (
    <section className={styles.section} aria-label={mine.account}>
      <List>
        <ListRow
          title={canSwitch ? mine.switchTenant : mine.tenant}
          trailing={tenant?.tname ?? mine.noTenant}
          chevron={canSwitch}
          onPress={canSwitch ? () => setChoosing(true) : undefined}
        />
        <RoleRows />
        <ListRow
          title={mine.phone}
          trailing={maskedPhone(account) ?? mine.notSet}
          chevron
          current={isDetail(paths.myinfo, 'phone')}
          onPress={() => navigate(viewAddress(paths.myinfo, 'phone'))}
        />
        {email === null ? null : <ListRow title={mine.email} trailing={<EmailAddress text={email} />} />}
        {unverified.map((contact) => (
          <ListRow
            key={contact}
            title={mine.verifyContacts[contact]}
            detail={mine.verifyHint}
            chevron
            current={isDetail(paths.myinfo, 'verify')}
            onPress={() => navigate(viewAddress(paths.myinfo, 'verify', { contact }))}
          />
        ))}
        <ListRow
          title={mine.password}
          trailing={mine.change}
          chevron
          current={isDetail(paths.updatepwd)}
          onPress={() => navigate(paths.updatepwd)}
        />
        {(tenant === null ? accountViews : memberViews).map((view) => (
          <ListRow
            key={view}
            title={shell.views[view]}
            chevron
            current={isDetail(paths.myinfo, view)}
            onPress={() => navigate(viewAddress(paths.myinfo, view))}
          />
        ))}
      </List>
      <ChoiceDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={mine.switchTenant}
        options={tenants.map(({ id, name }) => ({ id, label: name }))}
        value={tenant?.tid ?? null}
        onChoose={(tid) => void switchTenant(tid)}
      />
    </section>
  );
}

/** Contacts of the account that are not verified; none until the service has returned them. */
function useUnverifiedContacts(): readonly ('phone' | 'email')[] {
  const { account } = useSignedIn();
  const { data: verified } = useVerifiedContacts();
  if (verified === undefined) return [];
  const isPhoneUnverified = account.mobileNo !== null && !verified.mobileVerified;
  const isEmailUnverified = account.email !== null && !verified.emailVerified;
  return [
    ...(isPhoneUnverified ? (['phone'] as const) : []),
    ...(isEmailUnverified ? (['email'] as const) : []),
  ];
}

/** The roles in this tenant, and the administration rights that they include (section 6). */
function RoleRows() {
  const { mine } = useTexts();
  const { user } = useSignedIn();
  if (user === null) return null;
  const roles = user.roles.map(({ name }) => name).join(mine.listSeparator);
  const visibleRights = administrationRights
    .filter((name) => isButtonVisible(rights[name], user))
    .map((name) => mine.rightNames[name]);
  return (
    <>
      <ListRow title={mine.roles} trailing={roles === '' ? mine.noRoles : roles} />
      {visibleRights.length === 0 ? null : (
        <ListRow title={mine.rights} trailing={visibleRights.join(mine.listSeparator)} />
      )}
    </>
  );
}

/** An e-mail address that wraps between its parts, and inside a part only if that is too long for a line. */
function EmailAddress({ text }: { readonly text: string }) {
  // A zero-width space allows a line break, and is neither visible nor read aloud.
  return <span className={styles.address}>{splitAtBreaks(text).join('\u200B')}</span>;
}
