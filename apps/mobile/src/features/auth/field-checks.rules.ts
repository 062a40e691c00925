import type { ErrorCode } from '@sealflow/domain/errors';
import { canonicalPhone, parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import { loginPasswordProblem, passwordBounds } from '@sealflow/domain/passwords';
import { ApiError } from '../../platform/api/index.ts';
import type { FormProblems, Problem } from './form.hook.ts';

/** Recipient of a code, in the form of the API calls. */
export type Contact = { readonly mobileNo: string } | { readonly email: string };
export type ContactKind = 'phone' | 'email' | 'any';

/** Recipient of the code of a pending sign-in. The service knows the address and reveals a masked form only. */
export type SecondFactorTarget = {
  readonly channel: 'sms' | 'email';
  readonly masked: string;
  readonly challenge: string;
};

export type CodeTarget = Contact | SecondFactorTarget;

/** The address as text: the canonical number or e-mail, or the masked form of a second factor. */
export function contactText(to: CodeTarget): string {
  if ('challenge' in to) return to.masked;
  return 'email' in to ? to.email : to.mobileNo;
}

/** Parses a phone number or an e-mail address; null if the text is not of the given kind. */
export function parseContact(text: string, kind: ContactKind): Contact | null {
  const phone = kind === 'email' ? null : parsePhone(text);
  if (phone !== null) return { mobileNo: canonicalPhone(phone) };
  const email = kind === 'phone' ? null : parseEmail(text);
  return email === null ? null : { email };
}

/** The account's own contacts, the phone first. */
export function accountContacts(account: {
  readonly mobileNo: string | null;
  readonly email: string | null;
}): readonly Contact[] {
  const phone = account.mobileNo === null ? null : parseContact(account.mobileNo, 'phone');
  const email = account.email === null ? null : parseContact(account.email, 'email');
  return [phone, email].filter((address) => address !== null);
}

const isPhoneLike = (text: string) => /^[+\d\s()-]+$/.test(text);

function contactProblem(text: string, kind: ContactKind): ErrorCode | null {
  if (text.trim() === '') return 'login.field_required';
  if (parseContact(text, kind) !== null) return null;
  const isPhone = kind === 'phone' || (kind === 'any' && isPhoneLike(text));
  return isPhone ? 'login.phone_invalid' : 'login.identifier_invalid';
}

type FieldName = 'username' | 'password' | 'address' | 'code' | 'agreed';

const problemByField: Readonly<Record<FieldName, (value: string, kind: ContactKind) => ErrorCode | null>> = {
  username: (username) => {
    if (username === '') return 'login.username_required';
    return username.trim() === '' ? 'login.username_empty' : null;
  },
  password: loginPasswordProblem,
  address: contactProblem,
  code: (code) => (code.trim() === '' ? 'login.code_required' : null),
  agreed: (agreed) => (agreed === '' ? 'login.agreement_required' : null),
};

/** Validates the fields of sign-in and code forms (section 5). */
export function checkFields<F extends FieldName>(
  values: Readonly<Record<F, string>>,
  kind: ContactKind = 'any',
): FormProblems<F> {
  const problems: FormProblems<F> = {};
  for (const name of Object.keys(values) as F[]) {
    const code = problemByField[name](values[name], kind);
    const problem: Problem | null = code && { code, params: passwordBounds('login') };
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/**
 * Errors of a code request that belong to the address field; the other errors of those areas belong to the code
 * field.
 */
const contactErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'vcode.account_not_found',
  'vemail.account_not_found',
  'login.account_not_found',
  'login.not_found',
  'login.phone_taken',
  'login.email_taken',
]);

/** The field that an error belongs to, in a form with a code. */
export function fieldOfCodeError(code: ErrorCode): 'address' | 'code' | undefined {
  if (contactErrorCodes.has(code)) return 'address';
  if (code === 'login.verification_code_error') return 'code';
  return code.startsWith('vcode.') || code.startsWith('vemail.') ? 'code' : undefined;
}

/** Whether a sign-in continues with a code as its second factor. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'login.second_factor_required' &&
  error.params['factor'] === 'code';

export const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'login.verification_code_error';
