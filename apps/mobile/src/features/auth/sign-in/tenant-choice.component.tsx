import type { TenantMembership } from '@sealflow/contract';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import list from '@sealflow/ui/lists/list.module.css';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { OrganisationIcon } from '@sealflow/ui/start-icons.component.tsx';
import { useState } from 'react';
import { useFirstTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { useSessionActions } from '../../../platform/session/index.ts';
import { FocusedHeading } from '../../../shell/navigation/focused-heading.component.tsx';
import { Invitations } from '../../../shell/tenants/invitations.component.tsx';
import styles from '../auth.module.css';
import { Brand } from '../brand.component.tsx';

/** Selects the organisation after a sign-in with several memberships. */
export function TenantChoice({ tenants }: { readonly tenants: readonly TenantMembership[] }) {
  const { auth } = useFirstTexts();
  const errorOf = useErrorText();
  const { chooseTenant, signOut } = useSessionActions();
  const [enteringTid, setEnteringTid] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const enter = async (tid: string) => {
    setFailure(null);
    setEnteringTid(tid);
    try {
      await chooseTenant(tid);
    } catch (error) {
      setFailure(error);
      setEnteringTid(null);
    }
  };
  return (
    <main className={styles.screen}>
      <Brand />
      <FocusedHeading className={styles.welcome}>{auth.chooseTenantTitle}</FocusedHeading>
      <p className={styles.soft}>{auth.chooseTenantLead}</p>
      {failure === null ? null : (
        <p className={styles.notice} role="alert">
          {errorOf(failure)}
        </p>
      )}
      <List className={styles.tenants}>
        {tenants.map(({ id, name, logo }) => (
          <ListRow
            key={id}
            title={name}
            leading={
              <span className={list.tile}>
                {logo === null ? <OrganisationIcon /> : <img className={styles.logo} src={logo} alt="" />}
              </span>
            }
            trailing={enteringTid === id ? <Spinner /> : undefined}
            chevron={enteringTid !== id}
            onPress={() => {
              if (enteringTid === null) void enter(id);
            }}
          />
        ))}
      </List>
      <div className={styles.tenants}>
        <Invitations />
      </div>
      <Button variant="quiet" onClick={() => void signOut()}>
        {auth.otherAccount}
      </Button>
    </main>
  );
}
