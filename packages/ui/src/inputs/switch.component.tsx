import { useId } from 'react';
import text from '../lists/item-text.module.css';
import styles from './switch.module.css';

type SwitchProps = {
  readonly label: string;
  readonly detail?: string;
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
  /** While the change is in progress, the switch keeps its state and focus and ignores presses. */
  readonly busy?: boolean;
};

/** A setting as a row of a list: a native checkbox with the role `switch`. */
export function Switch({ label, detail, checked, onChange, disabled = false, busy = false }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={text.words}>
        <span>{label}</span>
        {detail === undefined ? null : (
          <span className={text.detail} id={`${id}-detail`}>
            {detail}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.track}
        aria-label={label}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        aria-busy={busy || undefined}
        checked={checked}
        disabled={disabled}
        aria-disabled={busy || undefined}
        onChange={(event) => (busy ? undefined : onChange(event.currentTarget.checked))}
      />
    </label>
  );
}
