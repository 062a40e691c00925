import { useId } from 'react';
import styles from './switch.module.css';

type SwitchProps = {
  readonly label: string;
  readonly detail?: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
  /** While the change is under way: keeps its place and the focus, and takes no press. */
  readonly busy?: boolean;
};

/** A setting that is on or off, as a row of a list; the browser's own checkbox with the role of a switch. */
export function Switch({ label, detail, checked, onChange, disabled = false, busy = false }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={styles.words}>
        <span>{label}</span>
        {detail === undefined ? null : (
          <span className={styles.detail} id={`${id}-detail`}>
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
