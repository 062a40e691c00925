import styles from './chips.module.css';

type ChipsProps<Id extends string> = {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: readonly Id[];
  readonly onToggle: (id: Id) => void;
};

/** Short options side by side, each on or off. */
export function Chips<Id extends string>({ label, options, selected, onToggle }: ChipsProps<Id>) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {options.map((option) => (
        <li key={option.id}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={selected.includes(option.id)}
            onClick={() => onToggle(option.id)}
          >
            {option.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
