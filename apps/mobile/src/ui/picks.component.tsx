import { IconButton } from './button.component.tsx';
import { CloseIcon } from './icons.component.tsx';
import styles from './picks.module.css';

type PicksProps = {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly removeLabel: (name: string) => string;
  readonly onRemove: (id: string) => void;
};

/** What was chosen or written, one by one, each with a button to take it out again; nothing where that is nothing. */
export function Picks({ label, items, removeLabel, onRemove }: PicksProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.picks} aria-label={label}>
      {items.map(({ id, name }) => (
        <li key={id} className={styles.pick}>
          <span>{name}</span>
          <IconButton label={removeLabel(name)} onClick={() => onRemove(id)}>
            <CloseIcon size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
