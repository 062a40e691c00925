import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { fullTime } from '../../i18n/dates.ts';
import { useFirstTexts, useLanguage } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { type Invitation, type Reply, useInvitations } from './invitations.hook.ts';
import styles from './invitations.module.css';

/**
 * The account's invitations to organisations, each with its buttons; nothing if there are none.
 * @param children - what follows them on a screen of the signed-in part. It waits a moment for them: invitations that arrive later
 * would move it away under a finger.
 */
export function Invitations({ children }: { readonly children?: ReactNode }) {
  const { invitations, isPending, answered, reply } = useInvitations(children !== undefined);
  const isLate = useLongWait(isPending);
  // What follows renders in slices: on a phone it would block the page for 100 ms.
  const isHeld = useDeferredValue(isPending && !isLate);
  return (
    <>
      {invitations.length === 0 && answered === null ? null : (
        <InvitationList {...{ invitations, answered, reply }} />
      )}
      {isHeld ? null : children}
    </>
  );
}

type ListProps = Pick<ReturnType<typeof useInvitations>, 'invitations' | 'answered' | 'reply'>;

function InvitationList({ invitations, answered, reply }: ListProps) {
  const { auth } = useFirstTexts();
  const title = useId();
  return (
    <section className={styles.invitations} aria-labelledby={title}>
      <h2 className={styles.title} id={title}>
        {auth.invitations}
      </h2>
      {/* Rendered before its text, so that screen readers announce the text. */}
      <output className={styles.soft}>
        {answered === null ? null : auth.invitationAnswered[answered.reply](answered.tenantName)}
      </output>
      <ul>
        {invitations.map((one) => (
          <InvitationCard key={one.invitationID} invitation={one} reply={reply} />
        ))}
      </ul>
    </section>
  );
}

type CardProps = {
  readonly invitation: Invitation;
  readonly reply: (invitation: Invitation, reply: Reply) => Promise<void>;
};

function InvitationCard({ invitation, reply }: CardProps) {
  const { auth } = useFirstTexts();
  const language = useLanguage();
  const errorOf = useErrorText();
  const [sending, setSending] = useState<Reply | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { tenantName, name, expireAt } = invitation;
  const send = async (answer: Reply) => {
    setFailure(null);
    setSending(answer);
    try {
      await reply(invitation, answer);
    } catch (error) {
      setFailure(error);
      setSending(null);
    }
  };
  return (
    <li className={styles.card}>
      <p className={styles.tenant}>{auth.invitationFrom(tenantName)}</p>
      <p className={styles.soft}>{auth.invitationAs(name)}</p>
      <p className={styles.soft}>{auth.invitationUntil(fullTime(expireAt, language))}</p>
      {failure === null ? null : (
        <p className={styles.failure} role="alert">
          {errorOf(failure)}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          loading={sending === 'decline'}
          disabled={sending === 'accept'}
          aria-label={auth.declineNamed(tenantName)}
          onClick={() => void send('decline')}
        >
          {auth.decline}
        </Button>
        <Button
          variant="primary"
          loading={sending === 'accept'}
          disabled={sending === 'decline'}
          aria-label={auth.acceptNamed(tenantName)}
          onClick={() => void send('accept')}
        >
          {auth.accept}
        </Button>
      </div>
    </li>
  );
}
