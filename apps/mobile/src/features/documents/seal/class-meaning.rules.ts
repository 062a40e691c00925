import type { SealingClass } from '@sealflow/contract';
import type { Texts } from '../../../i18n/index.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in the largest unit that divides it. */
function spanText(seconds: number, span: Texts['seal']['span']): string {
  if (seconds % day === 0) return span.days(seconds / day);
  if (seconds % hour === 0) return span.hours(seconds / hour);
  return span.minutes(Math.max(1, Math.round(seconds / minute)));
}

/** The restrictions of a classification, in one line. */
export function classMeaning(one: SealingClass, { meaning, span, isDefault }: Texts['seal']): string {
  const parts = [
    one.watermark ? meaning.watermark : meaning.noWatermark,
    ...(one.noDownload ? [meaning.noDownload] : []),
    ...(one.noCapture ? [meaning.noCapture] : []),
    one.leaseSeconds === null ? meaning.noLease : meaning.lease(spanText(one.leaseSeconds, span)),
    ...(one.excludesBrowsers ? [meaning.appOnly] : []),
  ].join(meaning.separator);
  return one.isDefault ? `${isDefault} · ${parts}` : parts;
}
