import { maskPhone } from './identifiers.ts';

/** The person and the time that the watermark shows. */
export interface WatermarkData {
  readonly mobileNo: string | null;
  readonly email: string | null;
  readonly name: string;
  /** The time of opening, in the reader's time zone. */
  readonly at: Date;
}

/**
 * The lines of the watermark (section 9, documents.md): the masked phone, or the e-mail if there is no phone; the name;
 * the time to the minute. Empty lines are omitted.
 */
export function watermarkLines({ mobileNo, email, name, at }: WatermarkData): readonly string[] {
  const phone = mobileNo === null ? '' : maskPhone(mobileNo);
  const who = phone === '' ? (email ?? '') : phone;
  return [who, name.trim(), formatMinute(at)].filter((line) => line !== '');
}

function formatMinute(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
