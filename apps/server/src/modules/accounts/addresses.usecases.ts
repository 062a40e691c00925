import { canonicalPhone, parseEmail, parsePhone } from '@sealflow/domain/identifiers';

/** A number or an address that people are reached at, in the form that it is stored and compared in. */
export interface Address {
  channel: 'sms' | 'email';
  text: string;
}

/** What a form names: a phone number or an e-mail address. */
export type AddressForm = { mobileNo: string } | { email: string };

/** @returns undefined where it is none, which no form that its schema let in is. */
export function addressOf(form: AddressForm): Address | undefined {
  if ('mobileNo' in form) return phoneAddress(form.mobileNo);
  return parseEmail(form.email) === null ? undefined : emailAddress(form.email);
}

export function phoneAddress(mobileNo: string): Address | undefined {
  const text = storedPhone(mobileNo);
  return text === null ? undefined : { channel: 'sms', text };
}

/** A phone number in the form that it is stored and compared in; null for none, and for what is none. */
export function storedPhone(mobileNo: string | null | undefined): string | null {
  const phone = mobileNo == null ? null : parsePhone(mobileNo);
  return phone && canonicalPhone(phone);
}

/** The phone number and the e-mail address that are set, the number first. */
export function contactsOf({
  mobileNo,
  email,
}: {
  mobileNo: string | null;
  email: string | null;
}): Address[] {
  return [
    ...(mobileNo === null ? [] : [{ channel: 'sms', text: mobileNo } as const]),
    ...(email === null ? [] : [emailAddress(email)]),
  ];
}

/** Compared without case, as accounts are. */
export function emailAddress(email: string): Address {
  return { channel: 'email', text: email.trim().toLowerCase() };
}
