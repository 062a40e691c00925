import { useState } from 'react';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { FieldHint } from '../../kit/fields.component.tsx';
import styles from './designer.module.css';
import { RemovableTags } from './removable-tags.component.tsx';

type ChosenListProps = {
  readonly label: string;
  readonly addLabel: string;
  readonly hint?: string;
  readonly ids: readonly string[];
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (ids: string[]) => void;
};

/** Several of many named things, such as roles, found by typing. */
export function ChosenList({ label, addLabel, hint, ids, options, onChange }: ChosenListProps) {
  // A new field after each choice, so that it is empty again.
  const [count, setCount] = useState(0);
  const items = ids.map((id) => ({ id, name: options.find((one) => one.id === id)?.label ?? id }));
  return (
    <div className={styles.people}>
      <RemovableTags label={label} items={items} onChange={onChange} />
      <ComboInput
        key={count}
        label={addLabel}
        value={null}
        options={options.filter(({ id }) => !ids.includes(id))}
        onChange={(id) => {
          if (id === null) return;
          onChange([...ids, id]);
          setCount(count + 1);
        }}
      />
      <FieldHint hint={hint} />
    </div>
  );
}
