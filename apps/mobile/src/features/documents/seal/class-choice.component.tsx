import { ListState } from '../../../app/shell/list-state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { RadioList } from '../../../ui/radio-list.component.tsx';
import { EmptyState } from '../../../ui/state.component.tsx';
import { classMeaning } from './class-meaning.rules.ts';
import type { useSealingClasses } from './seal.queries.ts';

type ClassChoiceProps = {
  readonly classes: ReturnType<typeof useSealingClasses>;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
};

/** The classifications, each with the restrictions for its readers. */
export function ClassChoice({ classes, value, onChange }: ClassChoiceProps) {
  const { seal } = useTexts();
  const { data, error, isPending, isFetching, refetch } = classes;
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
        options={all.map((one) => ({ id: one.id, label: one.name, detail: classMeaning(one, seal) }))}
        onChange={onChange}
      />
    </ListState>
  );
}
