import type { ErrorCode } from '@sealflow/domain/errors';
import { canonicalPhone, parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import { loginPasswordProblem, passwordBounds } from '@sealflow/domain/passwords';
import { ApiError } from '../../platform/api/index.ts';
import type { Problem, Problems } from './form.hook.ts';

/** Where a code goes, as the calls name it. */
export type Address = { readonly mobileNo: string } | { readonly email: string };
export type AddressKind = 'phone' | 'email' | 'any';

/** Where the code of a begun sign-in goes: the service knows, and tells no more than its owner recognizes. */
export type SecondTarget = {
  readonly channel: 'sms' | 'email';
  readonly masked: string;
  readonly challenge: string;
};

export type CodeTarget = Address | SecondTarget;

export function addressText(to: CodeTarget): string {
  if ('challenge' in to) return to.masked;
  return 'email' in to ? to.email : to.mobileNo;
}

/** Reads a phone number or an e-mail address; null where it is none of the kind. */
export function readAddress(text: string, kind: AddressKind): Address | null {
  const phone = kind === 'email' ? null : parsePhone(text);
  if (phone !== null) return { mobileNo: canonicalPhone(phone) };
  const email = kind === 'phone' ? null : parseEmail(text);
  return email === null ? null : { email };
}

/** Where the account itself can be reached, the phone first. */
export function ownAddresses(account: {
  readonly mobileNo: string | null;
  readonly email: string | null;
}): readonly Address[] {
  const phone = account.mobileNo === null ? null : readAddress(account.mobileNo, 'phone');
  const email = account.email === null ? null : readAddress(account.email, 'email');
  return [phone, email].filter((address) => address !== null);
}

const looksLikePhone = (text: string) => /^[+\d\s()-]+$/.test(text);

function addressCode(text: string, kind: AddressKind): ErrorCode | null {
  if (text.trim() === '') return 'login.field_required';
  if (readAddress(text, kind) !== null) return null;
  const isPhone = kind === 'phone' || (kind === 'any' && looksLikePhone(text));
  return isPhone ? 'login.phone_invalid' : 'login.identifier_invalid';
}

type Fields = 'username' | 'password' | 'address' | 'code' | 'agreed';

const codeOf: Readonly<Record<Fields, (value: string, kind: AddressKind) => ErrorCode | null>> = {
  username: (username) => {
    if (username === '') return 'login.username_required';
    return username.trim() === '' ? 'login.username_empty' : null;
  },
  password: loginPasswordProblem,
  address: addressCode,
  code: (code) => (code.trim() === '' ? 'login.code_required' : null),
  agreed: (agreed) => (agreed === '' ? 'login.agreement_required' : null),
};

/** Section 5 for the fields of a sign-in, and of what asks for a code. */
export function checkFields<F extends Fields>(
  values: Readonly<Record<F, string>>,
  kind: AddressKind = 'any',
): Problems<F> {
  const problems: Problems<F> = {};
  for (const name of Object.keys(values) as F[]) {
    const code = codeOf[name](values[name], kind);
    const problem: Problem | null = code && { code, params: passwordBounds('login') };
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** Refusals of a call for a code that are about the number or address; the others of their area are about the code. */
const aboutAddress: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'vcode.account_not_found',
  'vemail.account_not_found',
  'login.account_not_found',
  'login.not_found',
  'login.phone_taken',
  'login.email_taken',
]);

/** The field that a refusal is about, in a form that asks for a code. */
export function codeFieldOf(code: ErrorCode): 'address' | 'code' | undefined {
  if (aboutAddress.has(code)) return 'address';
  if (code === 'login.verification_code_error') return 'code';
  return code.startsWith('vcode.') || code.startsWith('vemail.') ? 'code' : undefined;
}

/** Whether a sign-in goes on with a code. */
export const isCodeAsked = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'login.second_factor_required' &&
  error.params['factor'] === 'code';

export const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'login.verification_code_error';
