import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SaveBar } from '../../kit/action-menu.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Drawer, LoadingDrawer } from '../../kit/drawer.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { AccountForm, useAccountWords } from './account-form.component.tsx';
import { AccountState, isLocked } from './account-state.component.tsx';
import {
  type AccountAct,
  type AccountDetail,
  useAccount,
  useActOnAccount,
  useChangeAccount,
} from './accounts.queries.ts';

const formID = 'account';

/** An account with its organisations and the acts on it. */
export function AccountDrawer({ aid, onClose }: { readonly aid: string; readonly onClose: () => void }) {
  const account = useAccount(aid);
  if (account.data === undefined) return <LoadingDrawer query={account} onClose={onClose} />;
  return <LoadedDrawer version={account.data} onClose={onClose} />;
}

function actsOn(account: AccountDetail): readonly AccountAct[] {
  if (account.state === 'closed') return ['reopen'];
  return [...(isLocked(account) ? ['unlock' as const] : []), ...usualActs];
}

const usualActs = ['resetPassword', 'endSessions', 'removeTotp', 'close'] as const;
const dangerous: ReadonlySet<AccountAct> = new Set(['removeTotp', 'close']);

type AccountVersionProps = { readonly version: Tagged<AccountDetail>; readonly onClose: () => void };

function LoadedDrawer({ version, onClose }: AccountVersionProps) {
  const { accounts: texts, common } = useTexts();
  const timeText = useTimeText();
  const account = version.value;
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
        <AccountForm formID={formID} version={version} />
      </Section>
      {asked === null ? null : (
        <ActDialog act={asked} version={version} onPassword={setPassword} onClose={() => setAsked(null)} />
      )}
    </Drawer>
  );
}

type ActDialogProps = AccountVersionProps & {
  readonly act: AccountAct;
  /** Shows the one-time password of a reset. */
  readonly onPassword: (password: string | null) => void;
};

/** Asks before an act on an account. */
function ActDialog({ act, version, onPassword, onClose }: ActDialogProps) {
  const { accounts: texts } = useTexts();
  const request = useActOnAccount(version.value.aid);
  const { read } = useChangeAccount(version.value.aid);
  const wordsOf = useAccountWords();
  const versions = useVersions(version, { read });
  const { username } = versions.base.value;
  const finish = () => {
    showToast({ color: 'success', text: texts.acts[act].done });
    onClose();
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        act={texts.acts[act].action}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts.actTitle(texts.acts[act].action, username)}
      confirmLabel={texts.acts[act].action}
      isDanger={dangerous.has(act)}
      {...(dangerous.has(act) ? { typedName: username } : {})}
      onConfirm={async () => {
        const isDone = await versions.attempt(async ({ tag }) => onPassword(await request(act, tag)));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{texts.acts[act].text}</p>
    </ConfirmDialog>
  );
}
