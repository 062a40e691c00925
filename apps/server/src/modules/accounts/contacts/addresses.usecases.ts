import { canonicalPhone, parseEmail, parsePhone } from '@sealflow/domain/identifiers';

/** A phone number or an e-mail address in the normalized form in which it is stored and compared. */
export interface Address {
  channel: 'sms' | 'email';
  text: string;
}

/** A phone number or an e-mail address as a request contains it. */
export type AddressForm = { mobileNo: string } | { email: string };

/** @returns undefined for an invalid contact, which the schema of the request rejects before. */
export function parseAddress(form: AddressForm): Address | undefined {
  if ('mobileNo' in form) return phoneAddress(form.mobileNo);
  return parseEmail(form.email) === null ? undefined : emailAddress(form.email);
}

export function phoneAddress(mobileNo: string): Address | undefined {
  const text = normalizePhone(mobileNo);
  return text === null ? undefined : { channel: 'sms', text };
}

/** A phone number in the form in which it is stored and compared; null for none and for an invalid one. */
export function normalizePhone(mobileNo: string | null | undefined): string | null {
  const phone = mobileNo == null ? null : parsePhone(mobileNo);
  return phone && canonicalPhone(phone);
}

/** The contacts that are set, the phone number first. */
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

/** The address in lower case: accounts compare addresses case-insensitively. */
export function emailAddress(email: string): Address {
  return { channel: 'email', text: email.trim().toLowerCase() };
}
