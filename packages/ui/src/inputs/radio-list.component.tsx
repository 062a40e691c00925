import { useId } from 'react';
import text from '../lists/item-text.module.css';
import styles from './radio-list.module.css';

type RadioListProps<Id extends string> = {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly detail?: string }[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
};

/** A group of native radio buttons, all visible. */
export function RadioList<Id extends string>({ label, options, value, onChange }: RadioListProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.row}>
          <input
            type="radio"
            className={styles.dot}
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          <span className={text.words}>
            <span>{option.label}</span>
            {(option.detail ?? '') === '' ? null : <span className={text.detail}>{option.detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
