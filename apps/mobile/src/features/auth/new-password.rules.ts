import type { ErrorCode } from '@sealflow/domain/errors';
import {
  newPasswordProblem,
  type PasswordProblem,
  type PasswordRules,
  passwordBounds,
  passwordChangeProblem,
  passwordKinds,
} from '@sealflow/domain/passwords';
import type { Problems } from './form.hook.ts';

type Typed = {
  readonly newPassword: string;
  readonly confirmation: string;
  /** Null if a code replaces the old password. */
  readonly oldPassword: string | null;
};

export type PasswordRule = 'length' | 'kinds' | 'differs' | 'same';

/** Which rules a new password satisfies so far. */
export function keptRules({ newPassword, confirmation, oldPassword }: Typed, asked: PasswordRules) {
  const problem = newPasswordProblem(newPassword, null, asked);
  const isTyped = newPassword !== '';
  const rules: { readonly name: PasswordRule; readonly met: boolean }[] = [
    {
      name: 'length',
      met: isTyped && problem !== 'login.password_too_short' && problem !== 'login.password_too_long',
    },
  ];
  if (asked.kinds > 1) rules.push({ name: 'kinds', met: passwordKinds(newPassword) >= asked.kinds });
  if (oldPassword !== null)
    rules.push({ name: 'differs', met: isTyped && oldPassword !== '' && newPassword !== oldPassword });
  rules.push({ name: 'same', met: isTyped && newPassword === confirmation });
  return rules;
}

const fieldsOfProblem: Readonly<Partial<Record<PasswordProblem, 'oldPassword' | 'confirmation'>>> = {
  'login.old_password_required': 'oldPassword',
  'login.password_mismatch': 'confirmation',
};

type Field = 'oldPassword' | 'newPassword' | 'confirmation';

/** Validates the passwords. @returns the problems by field; empty if they can be sent. */
export function checkNewPassword(typed: Typed, asked: PasswordRules): Problems<Field> {
  const found: Problems<Field> = {};
  const add = (code: PasswordProblem | null) => {
    if (code !== null)
      found[fieldsOfProblem[code] ?? 'newPassword'] = { code, params: passwordBounds('new', asked) };
  };
  add(passwordChangeProblem(typed, asked));
  // `passwordChangeProblem` returns the first problem only; the later fields are checked separately.
  add(newPasswordProblem(typed.newPassword, typed.oldPassword, asked));
  if (typed.confirmation !== typed.newPassword) add('login.password_mismatch');
  return found;
}

const fieldsOfRefusal: Readonly<Partial<Record<ErrorCode, Field | 'code'>>> = {
  'login.password_too_short': 'newPassword',
  'login.password_too_long': 'newPassword',
  'login.password_too_simple': 'newPassword',
  'login.password_unchanged': 'newPassword',
  'login.incorrect_username_or_password': 'oldPassword',
  'login.verification_code_error': 'code',
};

/** The field that an error about a new password belongs to. */
export const passwordFieldOf = (code: ErrorCode): Field | 'code' | undefined => fieldsOfRefusal[code];
