import type { ErrorCode } from '@sealflow/domain/errors';
import {
  newPasswordProblem,
  type PasswordProblem,
  type PasswordRules,
  passwordBounds,
  passwordChangeProblem,
  passwordKinds,
} from '@sealflow/domain/passwords';
import type { FormProblems } from '../form.hook.ts';

type PasswordInput = {
  readonly newPassword: string;
  readonly confirmation: string;
  /** Null if a code replaces the old password. */
  readonly oldPassword: string | null;
};

export type PasswordRule = 'length' | 'kinds' | 'differs' | 'same';

/** Which rules a new password satisfies so far. */
export function passwordRuleStates(
  { newPassword, confirmation, oldPassword }: PasswordInput,
  policy: PasswordRules,
) {
  const problem = newPasswordProblem(newPassword, null, policy);
  const isTyped = newPassword !== '';
  const rules: { readonly name: PasswordRule; readonly isMet: boolean }[] = [
    {
      name: 'length',
      isMet: isTyped && problem !== 'login.password_too_short' && problem !== 'login.password_too_long',
    },
  ];
  if (policy.kinds > 1) rules.push({ name: 'kinds', isMet: passwordKinds(newPassword) >= policy.kinds });
  if (oldPassword !== null)
    rules.push({ name: 'differs', isMet: isTyped && oldPassword !== '' && newPassword !== oldPassword });
  rules.push({ name: 'same', isMet: isTyped && newPassword === confirmation });
  return rules;
}

const fieldByProblem: Readonly<Partial<Record<PasswordProblem, 'oldPassword' | 'confirmation'>>> = {
  'login.old_password_required': 'oldPassword',
  'login.password_mismatch': 'confirmation',
};

type Field = 'oldPassword' | 'newPassword' | 'confirmation';

/** Validates the passwords. @returns the problems by field; empty if they can be sent. */
export function checkNewPassword(typed: PasswordInput, policy: PasswordRules): FormProblems<Field> {
  const found: FormProblems<Field> = {};
  const add = (code: PasswordProblem | null) => {
    if (code !== null)
      found[fieldByProblem[code] ?? 'newPassword'] = { code, params: passwordBounds('new', policy) };
  };
  add(passwordChangeProblem(typed, policy));
  // `passwordChangeProblem` returns the first problem only; the later fields are checked separately.
  add(newPasswordProblem(typed.newPassword, typed.oldPassword, policy));
  if (typed.confirmation !== typed.newPassword) add('login.password_mismatch');
  return found;
}

const fieldByErrorCode: Readonly<Partial<Record<ErrorCode, Field | 'code'>>> = {
  'login.password_too_short': 'newPassword',
  'login.password_too_long': 'newPassword',
  'login.password_too_simple': 'newPassword',
  'login.password_unchanged': 'newPassword',
  'login.incorrect_username_or_password': 'oldPassword',
  'login.verification_code_error': 'code',
};

/** The field that an error about a new password belongs to. */
export const fieldOfPasswordError = (code: ErrorCode): Field | 'code' | undefined => fieldByErrorCode[code];
