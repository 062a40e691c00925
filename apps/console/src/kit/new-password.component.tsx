import { errorText } from '@sealflow/domain/errors';
import {
  newPasswordProblem,
  type PasswordRules,
  passwordBounds,
  passwordKinds,
} from '@sealflow/domain/passwords';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage, useTexts } from '../i18n/index.ts';
import { useApi } from '../platform/api.hook.ts';
import { TextInput } from './fields.component.tsx';

/** Lengths from which a password of several kinds of characters is fair and good. */
const strengthLengths = { fair: 10, good: 14 };

function strengthOf(password: string): 'weak' | 'fair' | 'good' {
  const length = Array.from(password).length + passwordKinds(password) - 2;
  if (length >= strengthLengths.good) return 'good';
  return length >= strengthLengths.fair ? 'fair' : 'weak';
}

/** The requirements of the deployment for new passwords. */
function usePasswordRules(): PasswordRules | undefined {
  const api = useApi();
  return useQuery({
    queryKey: ['password-rules'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/v1/auth/password-rules', { token: null, signal })).data,
  }).data;
}

/**
 * A new password that is typed twice.
 * @param options - `initial`: what was typed before. `old`: the password that is replaced; null if there is none.
 */
export function useNewPassword({ initial, old }: { readonly initial: string; readonly old: string | null }) {
  const rules = usePasswordRules();
  const [password, setPassword] = useState(initial);
  const [repeated, setRepeated] = useState(initial);
  const problem = newPasswordProblem(password, old, rules);
  return {
    rules,
    password,
    setPassword,
    repeated,
    setRepeated,
    problem,
    isValid: problem === null && password === repeated,
  };
}

type NewPasswordFieldsProps = {
  readonly state: ReturnType<typeof useNewPassword>;
  /** Whether the form was submitted: then it shows what is wrong. */
  readonly isTried: boolean;
  readonly label: string;
};

/** The fields of a new password with its rules and strength. */
export function NewPasswordFields({ state, isTried, label }: NewPasswordFieldsProps) {
  const texts = useTexts().setup.operator;
  const language = useLanguage();
  const { rules, password, repeated, problem } = state;
  const error =
    isTried && problem !== null
      ? errorText(problem, language === 'zh' ? 'cn' : 'en', passwordBounds('new', rules))
      : undefined;
  return (
    <>
      <TextInput
        label={label}
        type="password"
        {...(rules
          ? {
              hint: texts.rules(rules.least, rules.most) + (rules.kinds > 1 ? texts.kinds(rules.kinds) : ''),
            }
          : {})}
        error={error}
        value={password}
        onChange={state.setPassword}
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
        error={isTried && password !== repeated ? texts.mismatch : undefined}
        value={repeated}
        onChange={state.setRepeated}
        autoComplete="new-password"
      />
    </>
  );
}
