import { applicationLimits } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { bytesPerMegabyte } from '../../kit/condition-words.util.ts';
import { TextInput } from '../../kit/fields.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { ChosenList } from './chosen-list.component.tsx';
import type { EditedStage } from './design.rules.ts';
import { useRuleChoices } from './rule-names.hook.ts';

type Predicate = NonNullable<EditedStage['when']>['of'][number];

type PredicateFieldsProps = {
  readonly tid: string;
  readonly predicate: Predicate;
  readonly onChange: (predicate: Predicate) => void;
};

/** The fields of one predicate: its operator, and what it compares with. */
export function PredicateFields({ tid, predicate, onChange }: PredicateFieldsProps) {
  const { conditions: texts } = useTexts();
  const choices = useRuleChoices(tid);
  const operatorField = <Operator extends string>(
    value: Operator,
    options: readonly { readonly id: Operator; readonly label: string }[],
    change: (operator: Operator) => void,
  ) => (
    <SelectInput
      label={texts.operator(texts.facts[predicate.fact])}
      value={value}
      options={options}
      onChange={change}
    />
  );
  if (predicate.fact === 'outside_recipients') {
    const options = (['some', 'none'] as const).map((id) => ({ id, label: texts.outside[id] }));
    return operatorField(predicate.is, options, (is) => onChange({ ...predicate, is }));
  }
  if (predicate.fact === 'classification' || predicate.fact === 'department') {
    const isDepartment = predicate.fact === 'department';
    const options = (['one_of', 'none_of'] as const).map((id) => ({ id, label: texts.operators[id] }));
    return (
      <>
        {operatorField(predicate.is, options, (is) => onChange({ ...predicate, is }))}
        <ChosenList
          label={texts.facts[predicate.fact]}
          addLabel={texts.addItem[predicate.fact]}
          ids={predicate.ids}
          options={isDepartment ? choices.organisations : choices.classifications}
          onChange={(ids) => onChange({ ...predicate, ids })}
        />
      </>
    );
  }
  const { fact, value } = predicate;
  const unit = fact === 'total_size' ? bytesPerMegabyte : 1;
  const max = fact === 'total_size' ? Number.MAX_SAFE_INTEGER : applicationLimits.files;
  const options = (['at_least', 'at_most'] as const).map((id) => ({ id, label: texts.operators[id] }));
  return (
    <>
      {operatorField(predicate.is, options, (is) => onChange({ ...predicate, is }))}
      <TextInput
        label={texts.value[fact]}
        inputMode="numeric"
        value={String(value / unit)}
        onChange={(text) => {
          const entered = Math.round(Number(text) * unit);
          if (Number.isFinite(entered) && entered >= 0 && entered <= max)
            onChange({ ...predicate, value: entered });
        }}
      />
    </>
  );
}
