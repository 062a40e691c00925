import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { NewPasswordFields, useNewPassword } from '../../kit/new-password.component.tsx';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
/** Name and password of the operator. The password stays in the memory of the page until the next step sends it. */
export function OperatorStep() {
  const { common, setup } = useTexts();
  const texts = setup.operator;
  const stored = useSetupStore();
  const [username, setUsername] = useState(stored.username);
  const [name, setName] = useState(stored.name);
  const newPassword = useNewPassword({ initial: stored.password, old: null });
  const [isTried, setTried] = useState(false);
  const isUsernameValid = usernamePattern.test(username.trim());
  const shown = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  const submit = () => {
    setTried(true);
    const { password } = newPassword;
    if (isUsernameValid && name.trim() !== '' && newPassword.isValid)
      changeSetup({ step: 'totp', username: username.trim(), name: name.trim(), password });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{texts.lead}</p>
      <TextInput
        label={texts.username}
        hint={texts.usernameHint}
        error={shown(!isUsernameValid, texts.usernameInvalid)}
        value={username}
        onChange={setUsername}
        autoComplete="username"
      />
      <TextInput
        label={texts.name}
        error={shown(name.trim() === '', common.required)}
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={100}
      />
      <NewPasswordFields state={newPassword} isTried={isTried} label={texts.password} />
      <div>
        <Button type="submit" kind="primary">
          {common.next}
        </Button>
      </div>
    </form>
  );
}
