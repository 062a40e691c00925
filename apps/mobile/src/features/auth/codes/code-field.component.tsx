import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { type CodeTarget, contactText } from '../field-checks.rules.ts';
import type { FieldProps } from '../form.hook.ts';
import styles from './code-field.module.css';
import type { CodePurpose } from './code-ticket.store.ts';
import { loadCodeWaits, useCodeWaits } from './code-wait.store.ts';
import { useRequestCode } from './request-code.queries.ts';

type CodeFieldProps = {
  readonly field: FieldProps;
  readonly purpose: CodePurpose;
  /** Recipient of the code; null while the address is invalid. */
  readonly to: CodeTarget | null;
  /** Called when a code is requested without a valid address. */
  readonly onMissingContact: () => void;
  readonly onSent: () => void;
  readonly onError: (error: unknown) => void;
};

export function maskContact(to: CodeTarget): string {
  if ('challenge' in to) return to.masked;
  return 'email' in to ? maskEmail(to.email) : maskPhone(to.mobileNo);
}

/** The field of a verification code, with the button that sends a code and the countdown until the next one. */
export function CodeField({ field, purpose, to, onMissingContact, onSent, onError }: CodeFieldProps) {
  const { account } = useTexts();
  const { isBusy, sent, requestCode } = useRequestCode(purpose);
  const name = to === null ? null : contactText(to);
  const seconds = useCodeWait(name);
  const isSentToCurrent = sent !== null && contactText(sent.to) === name;

  const send = async () => {
    if (to === null) return onMissingContact();
    try {
      await requestCode(to);
      onSent();
    } catch (error) {
      onError(error);
    }
  };
  return (
    <TextField
      {...field}
      label={account.code}
      placeholder={account.codePlaceholder}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      enterKeyHint="go"
      hint={<output>{isSentToCurrent ? account.codeSent(maskContact(sent.to), sent.minutes) : null}</output>}
      trailing={
        <button
          type="button"
          className={styles.ask}
          disabled={seconds > 0}
          // aria-disabled keeps the focus on the button, where it stays after an error that belongs to no
          // field.
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => (isBusy ? undefined : void send())}
        >
          {isBusy ? <Spinner /> : null}
          <span>
            {seconds > 0 ? account.wait(seconds) : isSentToCurrent ? account.askAgain : account.askCode}
          </span>
        </button>
      }
    />
  );
}

/** Below one second, so that a countdown shows every second even if timers of a background page drift. */
const tickIntervalMs = 250;

/** Seconds until the next code can be requested for an address, counting down; 0 if it can be requested now. */
function useCodeWait(to: string | null): number {
  const { preferences, clock } = usePlatform();
  const until = useCodeWaits(({ waits }) => (to === null ? 0 : (waits[to] ?? 0)));
  useEffect(() => {
    void loadCodeWaits(preferences);
  }, [preferences]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (until <= clock.now()) return () => undefined;
      const timer = setInterval(() => {
        onChange();
        if (until <= clock.now()) clearInterval(timer);
      }, tickIntervalMs);
      return () => clearInterval(timer);
    },
    [until, clock],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - clock.now()) / 1000)));
}
