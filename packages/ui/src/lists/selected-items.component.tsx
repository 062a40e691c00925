import { CloseIcon } from '../icons.component.tsx';
import { IconButton } from '../inputs/button.component.tsx';
import styles from './selected-items.module.css';

type SelectedItemsProps = {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly removeLabel: (name: string) => string;
  readonly onRemove: (id: string) => void;
};

/** A list of selected or entered items, each with a remove button; nothing if it is empty. */
export function SelectedItems({ label, items, removeLabel, onRemove }: SelectedItemsProps) {
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
