import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SaveBar } from '../../kit/action-menu.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer, LoadingDrawer } from '../../kit/drawer.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { AccountForm } from './account-form.component.tsx';
import { AccountState, isLocked } from './account-state.component.tsx';
import { type AccountAct, type AccountDetail, useAccount, useActOnAccount } from './accounts.queries.ts';

const formID = 'account';

/** An account with its organisations and the acts on it. */
export function AccountDrawer({ aid, onClose }: { readonly aid: string; readonly onClose: () => void }) {
  const account = useAccount(aid);
  if (account.data === undefined) return <LoadingDrawer query={account} onClose={onClose} />;
  return <LoadedDrawer account={account.data} onClose={onClose} />;
}

function actsOn(account: AccountDetail): readonly AccountAct[] {
  if (account.state === 'closed') return ['reopen'];
  return [...(isLocked(account) ? ['unlock' as const] : []), ...usualActs];
}

const usualActs = ['resetPassword', 'endSessions', 'removeTotp', 'close'] as const;
const dangerous: ReadonlySet<AccountAct> = new Set(['removeTotp', 'close']);

function LoadedDrawer({
  account,
  onClose,
}: {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}) {
  const { accounts: texts, common } = useTexts();
  const timeText = useTimeText();
  const act = useActOnAccount(account.aid);
  const [asked, setAsked] = useState<AccountAct | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const actions = actsOn(account).map((id) => ({
    id,
    label: texts.acts[id].action,
    isDanger: dangerous.has(id),
    onAction: () => setAsked(id),
  }));
  return (
    <Drawer
      title={account.username}
      onClose={onClose}
      footer={<SaveBar formID={formID} label={texts.actions} actions={actions} />}
    >
      {password === null ? null : (
        <OneTimeSecret
          label={texts.password(account.username)}
          hint={texts.passwordHint}
          values={[password]}
        />
      )}
      <Section title={common.details}>
        <Facts
          facts={[
            [texts.state, <AccountState key="state" account={account} />],
            ...(isLocked(account) ? [[texts.lockedUntil, timeText(account.lockedUntil ?? 0)] as const] : []),
            [texts.createdAt, timeText(account.createAt)],
          ]}
        />
      </Section>
      <Section title={texts.memberships}>
        {account.memberships.length === 0 ? (
          <p>{texts.noMemberships}</p>
        ) : (
          <Facts
            facts={account.memberships.map(({ tenantName, state }) => [
              tenantName,
              texts.membershipStates[state],
            ])}
          />
        )}
      </Section>
      <Section title={texts.contact}>
        <AccountForm formID={formID} account={account} />
      </Section>
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.actTitle(texts.acts[asked].action, account.username)}
          confirmLabel={texts.acts[asked].action}
          isDanger={dangerous.has(asked)}
          {...(dangerous.has(asked) ? { typedName: account.username } : {})}
          onConfirm={async () => {
            setPassword(await act(asked));
            showToast({ color: 'success', text: texts.acts[asked].done });
          }}
          onClose={() => setAsked(null)}
        >
          <p>{texts.acts[asked].text}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  );
}
