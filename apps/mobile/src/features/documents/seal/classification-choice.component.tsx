import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { summarizeClassification } from './classification-summary.rules.ts';
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
