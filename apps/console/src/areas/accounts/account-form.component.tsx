import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { type AccountDetail, useChangeAccount } from './accounts.queries.ts';

type AccountFormProps = { readonly formID: string; readonly account: AccountDetail };

/** User name and contacts of an account. Only changed fields are sent. */
export function AccountForm({ formID, account }: AccountFormProps) {
  const { accounts: texts, common } = useTexts();
  const change = useChangeAccount(account.aid);
  const [username, setUsername] = useState(account.username);
  const [mobileNo, setMobileNo] = useState(account.mobileNo ?? '');
  const [email, setEmail] = useState(account.email ?? '');
  const save = () => {
    const contacts = { mobileNo: mobileNo.trim() || null, email: email.trim() || null };
    if (username.trim() === '') return;
    change.mutate(
      {
        ...(username.trim() === account.username ? {} : { username: username.trim() }),
        ...(contacts.mobileNo === account.mobileNo ? {} : { mobileNo: contacts.mobileNo }),
        ...(contacts.email === account.email ? {} : { email: contacts.email }),
      },
      { onSuccess: () => showToast({ color: 'success', text: common.saved }) },
    );
  };
  return (
    <Form id={formID} isPending={change.isPending} error={change.error} onSubmit={save}>
      <TextInput
        label={texts.username}
        error={username.trim() === '' ? common.required : undefined}
        value={username}
        onChange={setUsername}
        autoComplete="off"
      />
      <TextInput label={texts.mobileNo} type="tel" value={mobileNo} onChange={setMobileNo} />
      <TextInput label={texts.email} type="email" value={email} onChange={setEmail} />
    </Form>
  );
}
