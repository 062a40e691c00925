import { maskPhone } from './identifiers.ts';

/** Whom and when the watermark names. */
export interface WatermarkFacts {
  readonly mobileNo: string | null;
  readonly email: string | null;
  readonly name: string;
  /** The moment of opening, in the reader's own time zone. */
  readonly at: Date;
}

/**
 * The lines of the watermark (section 9, documents.md): the masked phone, or the e-mail where there is no phone;
 * the name; the time to the minute. Lines without content are left out.
 */
export function watermarkLines({ mobileNo, email, name, at }: WatermarkFacts): readonly string[] {
  const phone = mobileNo === null ? '' : maskPhone(mobileNo);
  const who = phone === '' ? (email ?? '') : phone;
  return [who, name.trim(), minuteOf(at)].filter((line) => line !== '');
}

function minuteOf(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
