import styles from './snackbar.module.css';

export type SnackbarColor = 'error' | 'success' | 'info';

type SnackbarProps = {
  readonly color: SnackbarColor;
  readonly text: string | null;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};

/** Its live region always stands in the page: readers announce only what changes inside a known one. */
export function Snackbar({ color, text, action }: SnackbarProps) {
  return (
    <output className={styles.place} aria-live={color === 'error' ? 'assertive' : 'polite'}>
      {text === null ? null : (
        <div className={styles.snackbar} data-color={color}>
          <span className={styles.text}>{text}</span>
          {action ? (
            <button type="button" className={styles.action} onClick={action.onPress}>
              {action.label}
            </button>
          ) : null}
        </div>
      )}
    </output>
  );
}
