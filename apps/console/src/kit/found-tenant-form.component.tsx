import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useRef, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useApi } from '../platform/api.hook.ts';
import { Checkbox, TextInput } from './fields.component.tsx';
import { Form } from './form.component.tsx';

/** A new organisation with the sign-in of its first administrator. */
export type FoundTenant = {
  readonly tid: string;
  readonly name: string;
  readonly username: string;
  /** Null if the account existed before. */
  readonly oneTimePassword: string | null;
};

type FoundTenantFormProps = {
  /** Id of the form, for a button elsewhere that submits it. */
  readonly formID: string;
  readonly onCreated: (tenant: FoundTenant) => void;
};

const defaultServiceVersion = 'eds-pro_16.2';

/** Creates an organisation and the account of its first administrator. */
export function FoundTenantForm({ formID, onCreated }: FoundTenantFormProps) {
  const { common, setup } = useTexts();
  const texts = setup.organisation;
  const api = useApi();
  const [name, setName] = useState('');
  const [serviceVersion, setServiceVersion] = useState(defaultServiceVersion);
  const [username, setUsername] = useState('');
  const [administrator, setAdministrator] = useState('');
  const [isApprover, setApprover] = useState(true);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isPending = useRef(false);
  /** Passwords of accounts that an earlier attempt created before the organisation was refused. */
  const passwords = useRef(new Map<string, string | null>());
  const required = (value: string) => (isTried && value.trim() === '' ? common.required : undefined);

  /** Creates the account unless it exists. @returns its one-time password; null if it existed before. */
  async function ensureAccount(account: string): Promise<string | null> {
    const known = passwords.current.get(account);
    if (known !== undefined) return known;
    const password = await api
      .call('POST /api/v1/admin/accounts', { body: { username: account, oneTimePassword: true } })
      .then(({ data }) => data.oneTimePassword)
      .catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.code === 'admin.username_taken') return null;
        throw failure;
      });
    passwords.current.set(account, password);
    return password;
  }

  async function create(): Promise<void> {
    const account = username.trim();
    const person = { account, name: administrator.trim() };
    setTried(true);
    if (isPending.current || [name, serviceVersion, account, person.name].some((text) => text.trim() === ''))
      return;
    isPending.current = true;
    setError(null);
    try {
      const oneTimePassword = await ensureAccount(account);
      const { data } = await api.call('POST /api/v1/admin/tenants', {
        body: {
          name: name.trim(),
          serviceVersion: serviceVersion.trim(),
          administrators: [person],
          approvers: isApprover ? [person] : [],
        },
      });
      onCreated({ tid: data.tid, name: data.name, username: account, oneTimePassword });
    } catch (failure) {
      setError(failure);
    } finally {
      isPending.current = false;
    }
  }

  return (
    <Form id={formID} error={error} onSubmit={() => void create()}>
      <TextInput label={texts.name} error={required(name)} value={name} onChange={setName} maxLength={100} />
      <TextInput
        label={texts.serviceVersion}
        hint={texts.serviceVersionHint}
        error={required(serviceVersion)}
        value={serviceVersion}
        onChange={setServiceVersion}
        maxLength={40}
      />
      <TextInput
        label={texts.username}
        hint={setup.operator.usernameHint}
        error={required(username)}
        value={username}
        onChange={setUsername}
        autoComplete="off"
      />
      <TextInput
        label={texts.administrator}
        error={required(administrator)}
        value={administrator}
        onChange={setAdministrator}
        autoComplete="off"
        maxLength={100}
      />
      <Checkbox isSelected={isApprover} onChange={setApprover}>
        {texts.isApprover}
      </Checkbox>
    </Form>
  );
}
