import { parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { type DeliveryChannel, useDelivery, useDeliveryActs } from '../platform/deployment.queries.ts';
import { Button } from './button.component.tsx';
import { ConfirmDialog } from './confirm-dialog.component.tsx';
import { MailServerForm, SmsGatewayForm } from './delivery-forms.component.tsx';
import { TextInput } from './fields.component.tsx';
import styles from './form.module.css';
import { Notice } from './notice.component.tsx';
import { Tag } from './page.component.tsx';
import { StatePane } from './state-pane.component.tsx';
import { useSubmit } from './submit.hook.ts';
import { useTimeText } from './time.hook.ts';

/** The state of mail or text messages, the form that changes it, and a test message. */
export function DeliverySettings({ channel }: { readonly channel: DeliveryChannel }) {
  const texts = useTexts().deployment;
  const timeText = useTimeText();
  const delivery = useDelivery();
  const [isClearing, setClearing] = useState(false);
  const acts = useDeliveryActs();
  const testID = useId();
  /** When the settings had been stored that the form has just replaced. */
  const replaced = useRef<number | null>(undefined);
  const storedAt = delivery.data?.[channel].updatedAt;
  // The form with the stored settings replaces the one that had the focus. The test is the next step, and appears with it.
  useEffect(() => {
    if (replaced.current === undefined || replaced.current === storedAt) return;
    replaced.current = undefined;
    document.getElementById(testID)?.querySelector('input')?.focus();
  }, [storedAt, testID]);
  if (delivery.data === undefined) {
    if (delivery.error === null) return <StatePane kind="loading" />;
    return <StatePane kind="error" error={delivery.error} onRetry={() => void delivery.refetch()} />;
  }
  const { mail, sms } = delivery.data;
  const { source, updatedAt } = delivery.data[channel];
  const goToTest = () => {
    replaced.current = updatedAt;
  };
  return (
    <div className={`stack ${styles.narrow}`}>
      <p>{texts[channel].lead}</p>
      <p>
        <Tag tone={source === 'none' ? 'warning' : 'good'}>{texts.sources[source]}</Tag>{' '}
        {updatedAt === null ? null : texts.changed(timeText(updatedAt))}
      </p>
      {source === 'environment' ? <Notice kind="info">{texts.fromEnvironment}</Notice> : null}
      {channel === 'mail' ? (
        <MailServerForm
          key={updatedAt}
          stored={mail.server}
          isReadOnly={source === 'environment'}
          onStored={goToTest}
        />
      ) : (
        <SmsGatewayForm
          key={updatedAt}
          stored={sms.gateway}
          isReadOnly={source === 'environment'}
          onStored={goToTest}
        />
      )}
      {source === 'none' ? null : <TestMessage id={testID} channel={channel} />}
      {source === 'stored' ? (
        <div>
          <Button kind="quiet" onPress={() => setClearing(true)}>
            {texts.clear}
          </Button>
        </div>
      ) : null}
      {isClearing ? (
        <ConfirmDialog
          title={texts.clear}
          confirmLabel={texts.clear}
          isDanger
          onConfirm={() => acts.clear(channel)}
          onClose={() => setClearing(false)}
        >
          <p>{texts[channel].clearText}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Sends a test message and shows what the server answered. */
function TestMessage({ id, channel }: { readonly id: string; readonly channel: DeliveryChannel }) {
  const texts = useTexts().deployment;
  const { test } = useDeliveryActs();
  const errorText = useErrorText();
  const [to, setTo] = useState('');
  const { isPending, error, submit } = useSubmit();
  const [testedTo, setTestedTo] = useState<string | null>(null);
  const isValid = channel === 'mail' ? parseEmail(to.trim()) !== null : parsePhone(to.trim()) !== null;
  const send = () => {
    if (!isValid) return;
    setTestedTo(null);
    void submit(async () => {
      await test(channel, to.trim());
      setTestedTo(to.trim());
    });
  };
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextInput
        label={texts[channel].testTo}
        type={channel === 'mail' ? 'email' : 'tel'}
        value={to}
        onChange={setTo}
      />
      <output>
        {testedTo === null ? null : <Notice kind="info">{texts[channel].tested(testedTo)}</Notice>}
      </output>
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <div>
        <Button type="submit" isDisabled={!isValid} isPending={isPending}>
          {texts.testSend}
        </Button>
      </div>
    </form>
  );
}
