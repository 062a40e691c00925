import { useState } from 'react';
import { Button, Tag, TagGroup, TagList } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { FieldHint } from '../../kit/fields.component.tsx';
import styles from './designer.module.css';

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
  const { flowTypes: texts, processRules } = useTexts();
  // A new field after each choice, so that it is empty again.
  const [count, setCount] = useState(0);
  const items = ids.map((id) => ({ id, name: options.find((one) => one.id === id)?.label ?? id }));
  return (
    <div className={styles.people}>
      <TagGroup
        aria-label={label}
        onRemove={(keys) => onChange(ids.filter((id) => !keys.has(id)))}
        className={styles.tags ?? ''}
      >
        <span className={styles.label}>{label}</span>
        <TagList
          items={items}
          className={styles.tagList ?? ''}
          renderEmptyState={() => <span className={styles.hint}>{texts.none}</span>}
        >
          {({ id, name }) => (
            <Tag id={id} textValue={name} className={styles.tag ?? ''}>
              {name}
              <Button
                slot="remove"
                aria-label={processRules.removeItem(name)}
                className={styles.remove ?? ''}
              >
                ×
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
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
