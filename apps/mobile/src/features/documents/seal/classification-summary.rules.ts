import type { SealingClass } from '@sealflow/contract';
import type { Texts } from '../../../i18n/index.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

/** A duration in the largest unit that divides it. */
function durationText(seconds: number, span: Texts['seal']['span']): string {
  if (seconds % daySeconds === 0) return span.days(seconds / daySeconds);
  if (seconds % hourSeconds === 0) return span.hours(seconds / hourSeconds);
  return span.minutes(Math.max(1, Math.round(seconds / minuteSeconds)));
}

/** The restrictions of a classification, in one line. */
export function summarizeClassification(
  one: SealingClass,
  { meaning, span, isDefault }: Texts['seal'],
): string {
  const parts = [
    one.watermark ? meaning.watermark : meaning.noWatermark,
    ...(one.noDownload ? [meaning.noDownload] : []),
    ...(one.noCapture ? [meaning.noCapture] : []),
    one.leaseSeconds === null ? meaning.noLease : meaning.lease(durationText(one.leaseSeconds, span)),
    ...(one.excludesBrowsers ? [meaning.appOnly] : []),
  ].join(meaning.separator);
  return one.isDefault ? `${isDefault} · ${parts}` : parts;
}
