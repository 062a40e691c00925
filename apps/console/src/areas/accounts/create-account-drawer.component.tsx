import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Checkbox, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import { useCreateAccount } from './accounts.queries.ts';

const formID = 'new-account';

/** The form of a new account, and then its one-time password. */
export function CreateAccountDrawer({ onClose }: { readonly onClose: () => void }) {
  const { accounts: texts, common, setup } = useTexts();
  const errorText = useErrorText();
  const create = useCreateAccount();
  const [username, setUsername] = useState('');
  const [mobileNo, setMobileNo] = useState('');
  const [email, setEmail] = useState('');
  const [isPasswordWanted, setPasswordWanted] = useState(true);
  const created = create.data;
  if (created) {
    return (
      <Drawer
        title={created.username}
        onClose={onClose}
        footer={
          <Button kind="primary" onPress={onClose}>
            {common.done}
          </Button>
        }
      >
        {created.oneTimePassword === null ? (
          <Notice kind="info">{common.created}</Notice>
        ) : (
          <OneTimeSecret
            label={texts.password(created.username)}
            hint={texts.passwordHint}
            values={[created.oneTimePassword]}
          />
        )}
      </Drawer>
    );
  }
  return (
    <Drawer
      title={texts.create}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formID} kind="primary" isDisabled={username.trim() === ''}>
            {common.create}
          </Button>
        </>
      }
    >
      <form
        id={formID}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (create.isPending) return;
          create.mutate({
            username: username.trim(),
            mobileNo: mobileNo.trim() || null,
            email: email.trim() || null,
            oneTimePassword: isPasswordWanted,
          });
        }}
      >
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
        {create.error === null ? null : <Notice kind="error">{errorText(create.error)}</Notice>}
      </form>
    </Drawer>
  );
}
