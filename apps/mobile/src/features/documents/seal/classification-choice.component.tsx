import type { SealingClass } from '@sealflow/contract';
import { type Texts, useTexts } from '../../../i18n/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { RadioList } from '../../../ui/radio-list.component.tsx';
import { EmptyState } from '../../../ui/state.component.tsx';
import type { useSealingClassifications } from './seal.queries.ts';

type ClassificationChoiceProps = {
  readonly classifications: ReturnType<typeof useSealingClassifications>;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
};

/** The classifications, each with the restrictions for its readers. */
export function ClassificationChoice({ classifications, value, onChange }: ClassificationChoiceProps) {
  const { seal } = useTexts();
  const { data, error, isPending, isFetching, refetch } = classifications;
  const all = data?.data ?? [];
  return (
    <ListState
      pending={isPending}
      error={error}
      errorText={seal.classificationFailed}
      retrying={isFetching}
      onRetry={() => void refetch()}
      count={all.length}
      empty={<EmptyState title={seal.noClassification} hint={seal.noClassificationHint} />}
      skeletonRows={3}
    >
      <RadioList
        label={seal.classification}
        value={value}
        options={all.map((one) => ({
          id: one.id,
          label: one.name,
          detail: summarizeClassification(one, seal),
        }))}
        onChange={onChange}
      />
    </ListState>
  );
}

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
