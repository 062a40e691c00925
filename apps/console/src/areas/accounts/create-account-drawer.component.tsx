import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { CreateDrawer, CreatedDrawer } from '../../kit/create-drawer.component.tsx';
import { Checkbox, TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { useCreateAccount } from './accounts.queries.ts';

const formID = 'new-account';

/** The form of a new account, and then its one-time password. */
export function CreateAccountDrawer({ onClose }: { readonly onClose: () => void }) {
  const { accounts: texts, common, setup } = useTexts();
  const create = useCreateAccount();
  const [username, setUsername] = useState('');
  const [mobileNo, setMobileNo] = useState('');
  const [email, setEmail] = useState('');
  const [isPasswordWanted, setPasswordWanted] = useState(true);
  const created = create.data;
  if (created) {
    return (
      <CreatedDrawer
        title={created.username}
        password={created.oneTimePassword}
        passwordLabel={texts.password(created.username)}
        passwordHint={texts.passwordHint}
        noPassword={common.created}
        onClose={onClose}
      />
    );
  }
  const submit = () =>
    create.mutate({
      username: username.trim(),
      mobileNo: mobileNo.trim() || null,
      email: email.trim() || null,
      oneTimePassword: isPasswordWanted,
    });
  return (
    <CreateDrawer title={texts.create} formID={formID} isDisabled={username.trim() === ''} onClose={onClose}>
      <Form id={formID} isPending={create.isPending} error={create.error} onSubmit={submit}>
        <TextInput
          label={texts.username}
          hint={setup.operator.usernameHint}
          value={username}
          onChange={setUsername}
          autoComplete="off"
        />
        <TextInput label={texts.mobileNo} type="tel" value={mobileNo} onChange={setMobileNo} />
        <TextInput label={texts.email} type="email" value={email} onChange={setEmail} />
        <Checkbox isSelected={isPasswordWanted} onChange={setPasswordWanted}>
          {texts.oneTimePassword}
        </Checkbox>
        <p>{texts.oneTimePasswordHint}</p>
      </Form>
    </CreateDrawer>
  );
}
