import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { type Delivery, type MailServer, useDeliveryActs } from '../platform/deployment.queries.ts';
import { Button } from './button.component.tsx';
import { TextInput } from './fields.component.tsx';
import { Notice } from './notice.component.tsx';
import { SelectInput } from './select-input.component.tsx';
import { useSubmit } from './submit.hook.ts';
import { showToast } from './toasts.store.ts';

const usualPorts = { implicit: 465, starttls: 587 };
const maxPort = 65_535;

type FormProps<Stored> = {
  readonly stored: Stored;
  /** The settings come from the environment. */
  readonly isReadOnly: boolean;
  readonly onStored: () => void;
};

/** The mail server. An empty password keeps the stored one. */
export function MailServerForm({ stored, isReadOnly, onStored }: FormProps<Delivery['mail']['server']>) {
  const { deployment, common } = useTexts();
  const texts = deployment.mail;
  const { setMail } = useDeliveryActs();
  const [host, setHost] = useState(stored?.host ?? '');
  const [tls, setTls] = useState<MailServer['tls']>(stored?.tls ?? 'implicit');
  const [port, setPort] = useState(String(stored?.port ?? usualPorts.implicit));
  const [username, setUsername] = useState(stored?.username ?? '');
  const [password, setPassword] = useState('');
  const [from, setFrom] = useState(stored?.from ?? '');
  const isPortValid = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= maxPort;
  const store = () =>
    setMail({
      host: host.trim(),
      port: Number(port),
      tls,
      username: username.trim() || null,
      from: from.trim(),
      ...(password === '' ? {} : { password }),
    });
  const chooseTls = (chosen: MailServer['tls']) => {
    setTls(chosen);
    if (port === String(usualPorts[tls])) setPort(String(usualPorts[chosen]));
  };
  return (
    <SettingsForm
      isReadOnly={isReadOnly}
      isComplete={host.trim() !== '' && isPortValid && from.trim() !== ''}
      store={store}
      onStored={onStored}
    >
      {(wrongField, isTried) => {
        const required = (value: string) => (isTried && value.trim() === '' ? common.required : undefined);
        return (
          <>
            <TextInput
              label={texts.host}
              isDisabled={isReadOnly}
              error={wrongField('host') ?? required(host)}
              value={host}
              onChange={setHost}
              maxLength={253}
            />
            <SelectInput
              label={texts.tls}
              isDisabled={isReadOnly}
              value={tls}
              onChange={chooseTls}
              options={(['implicit', 'starttls'] as const).map((id) => ({ id, label: texts.tlsKinds[id] }))}
            />
            <TextInput
              label={texts.port}
              isDisabled={isReadOnly}
              error={isTried && !isPortValid ? texts.portInvalid : undefined}
              value={port}
              onChange={setPort}
              inputMode="numeric"
              maxLength={5}
            />
            <TextInput
              label={texts.username}
              hint={texts.usernameHint}
              isDisabled={isReadOnly}
              value={username}
              onChange={setUsername}
              autoComplete="off"
              maxLength={254}
            />
            <TextInput
              label={texts.password}
              {...(stored?.hasPassword ? { hint: deployment.keepSecret } : {})}
              isDisabled={isReadOnly}
              type="password"
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              maxLength={256}
            />
            <TextInput
              label={texts.from}
              hint={texts.fromHint}
              isDisabled={isReadOnly}
              error={wrongField('from') ?? required(from)}
              value={from}
              onChange={setFrom}
              maxLength={320}
            />
          </>
        );
      }}
    </SettingsForm>
  );
}

/** The SMS gateway. An empty token keeps the stored one. */
export function SmsGatewayForm({ stored, isReadOnly, onStored }: FormProps<Delivery['sms']['gateway']>) {
  const { deployment, common } = useTexts();
  const texts = deployment.sms;
  const { setSms } = useDeliveryActs();
  const [url, setUrl] = useState(stored?.url ?? '');
  const [token, setToken] = useState('');
  return (
    <SettingsForm
      isReadOnly={isReadOnly}
      isComplete={url.trim() !== ''}
      store={() => setSms({ url: url.trim(), ...(token === '' ? {} : { token }) })}
      onStored={onStored}
    >
      {(wrongField, isTried) => (
        <>
          <TextInput
            label={texts.url}
            hint={texts.urlHint}
            isDisabled={isReadOnly}
            error={wrongField('url') ?? (isTried && url.trim() === '' ? common.required : undefined)}
            value={url}
            onChange={setUrl}
            maxLength={1000}
          />
          <TextInput
            label={texts.token}
            {...(stored?.hasToken ? { hint: deployment.keepSecret } : {})}
            isDisabled={isReadOnly}
            type="password"
            value={token}
            onChange={setToken}
            autoComplete="new-password"
            maxLength={1000}
          />
        </>
      )}
    </SettingsForm>
  );
}

type SettingsFormProps = {
  readonly isReadOnly: boolean;
  readonly isComplete: boolean;
  readonly store: () => Promise<unknown>;
  readonly onStored: () => void;
  /** @param wrongField - the text of a refusal for the field that it concerns. */
  readonly children: (wrongField: (field: string) => string | undefined, isTried: boolean) => ReactNode;
};

/** Stores settings and shows a refusal at its field. */
function SettingsForm({ isReadOnly, isComplete, store, onStored, children }: SettingsFormProps) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const [isTried, setTried] = useState(false);
  const { isPending, error, submit } = useSubmit();
  const field =
    error instanceof ApiError && error.code === 'admin.delivery_settings_invalid'
      ? error.params['field']
      : undefined;
  const save = () => {
    setTried(true);
    if (!isComplete || isReadOnly) return;
    void submit(async () => {
      await store();
      onStored();
      showToast({ color: 'success', text: common.saved });
    });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {children((name) => (name === field ? errorText(error) : undefined), isTried)}
      {error === null || field !== undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
      {isReadOnly ? null : (
        <div>
          <Button type="submit" kind="primary" isPending={isPending}>
            {common.save}
          </Button>
        </div>
      )}
    </form>
  );
}
