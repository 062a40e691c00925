// ITU-T E.164: the zones 1 and 7 have one-digit codes, the codes listed here have two digits, all others three.
const twoDigitCodes = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/u;

/** A parsed phone number. */
export interface Phone {
  /** Digits of the country code, without a plus; 86 by default. */
  readonly countryCode: string;
  /** Digits only. */
  readonly national: string;
}

/**
 * Parses a phone number: a Chinese mobile number in usual notation, or any number in international format.
 * @param text - as typed; blanks, dashes and brackets are ignored.
 * @returns null if it is not a phone number.
 */
export function parsePhone(text: string): Phone | null {
  const compact = text.trim().replaceAll(/[\s()-]/gu, '');
  const digits = compact.replace(/^(?:\+|00)/u, '');
  if (!/^[0-9]+$/u.test(digits)) return null;
  const international = digits !== compact;
  if (!international) return parseChineseMobile(digits);
  const length = /^[17]/u.test(digits) ? 1 : twoDigitCodes.test(digits) ? 2 : 3;
  const countryCode = digits.slice(0, length);
  const national = digits.slice(length);
  if (countryCode === '86') return parseChineseMobile(national);
  return digits.length <= 15 && national.length >= 5 ? { countryCode, national } : null;
}

function parseChineseMobile(digits: string): Phone | null {
  const national = digits.length === 13 && digits.startsWith('86') ? digits.slice(2) : digits;
  return /^1[3-9][0-9]{9}$/u.test(national) ? { countryCode: '86', national } : null;
}

/** The canonical form for storage and comparison: `+8613812345678`. */
export function canonicalPhone(phone: Phone): string {
  return `+${phone.countryCode}${phone.national}`;
}

/** A phone number for display: a Chinese one without its country code, any other unchanged. */
export function displayPhone(text: string): string {
  const phone = parsePhone(text);
  return phone?.countryCode === '86' ? phone.national : text;
}

/**
 * Parses an e-mail address.
 * @returns the trimmed address with its domain in lower case; null if it is not an address.
 */
export function parseEmail(text: string): string | null {
  const match =
    /^([^\s@"(),:;<>[\\\]]{1,64})@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63})$/u.exec(
      text.trim(),
    );
  const [address, local, domain] = match ?? [];
  if (address === undefined || local === undefined || domain === undefined || address.length > 254)
    return null;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  return `${local}@${domain.toLowerCase()}`;
}

/**
 * Masks a phone number for the watermark (section 9): the first 3 digits and those after the 7th, without the country
 * code. Text that is not a phone number is masked by the same rule over its digits.
 */
export function maskPhone(text: string): string {
  const national = parsePhone(text)?.national ?? text.replaceAll(/\D/gu, '');
  return Array.from(national, (digit, index) => (index < 3 || index >= 7 ? digit : '*')).join('');
}

/**
 * Masks an e-mail address for administrators of an organisation: enough to recognise a person, not enough to write to
 * them. Text that is not an address is masked completely.
 */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 1 ? '***' : `${Array.from(text)[0]}***${text.slice(at)}`;
}
