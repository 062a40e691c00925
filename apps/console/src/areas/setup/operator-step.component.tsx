import { errorText } from '@sealflow/domain/errors';
import {
  newPasswordProblem,
  type PasswordRules,
  passwordBounds,
  passwordKinds,
} from '@sealflow/domain/passwords';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { usePasswordRules } from './setup.queries.ts';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
/** Lengths from which a password of several kinds of characters is fair and good. */
const strengthLengths = { fair: 10, good: 14 };

function strengthOf(password: string): 'weak' | 'fair' | 'good' {
  const length = Array.from(password).length + passwordKinds(password) - 2;
  if (length >= strengthLengths.good) return 'good';
  return length >= strengthLengths.fair ? 'fair' : 'weak';
}

/** Name and password of the operator. The password stays in the memory of the page until the next step sends it. */
export function OperatorStep() {
  const { common, setup } = useTexts();
  const texts = setup.operator;
  const language = useLanguage();
  const rules = usePasswordRules().data;
  const stored = useSetupStore();
  const [username, setUsername] = useState(stored.username);
  const [name, setName] = useState(stored.name);
  const [password, setPassword] = useState(stored.password);
  const [repeated, setRepeated] = useState(stored.password);
  const [isTried, setTried] = useState(false);
  const problem = newPasswordProblem(password, null, rules);
  const isUsernameValid = usernamePattern.test(username.trim());
  const shown = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  const submit = () => {
    setTried(true);
    const isComplete = isUsernameValid && name.trim() !== '' && problem === null && password === repeated;
    if (isComplete) changeSetup({ step: 'totp', username: username.trim(), name: name.trim(), password });
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
      <TextInput
        label={texts.password}
        type="password"
        {...(rules ? { hint: rulesText(texts, rules) } : {})}
        error={
          problem === null
            ? undefined
            : shown(true, errorText(problem, language === 'zh' ? 'cn' : 'en', passwordBounds('new', rules)))
        }
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
      {password === '' ? null : (
        <output>
          {texts.strength}: {texts.strengths[strengthOf(password)]}
        </output>
      )}
      <TextInput
        label={texts.repeat}
        type="password"
        error={shown(password !== repeated, texts.mismatch)}
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" kind="primary">
          {common.next}
        </Button>
      </div>
    </form>
  );
}

const rulesText = (
  texts: { rules: (least: number, most: number) => string; kinds: (kinds: number) => string },
  { least, most, kinds }: PasswordRules,
) => texts.rules(least, most) + (kinds > 1 ? texts.kinds(kinds) : '');
