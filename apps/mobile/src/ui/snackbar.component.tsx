import type { RefObject } from 'react';
import styles from './snackbar.module.css';

export type SnackbarColor = 'error' | 'success' | 'info';

type SnackbarProps = {
  readonly color: SnackbarColor;
  readonly text: string | null;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Where it stands; `--lift` are the CSS pixels at the page's end that it must not cover. */
  readonly placeRef?: RefObject<HTMLDivElement | null>;
  /** Told while the pointer or the focus is on it, so that it stays. */
  readonly onHold?: (held: boolean) => void;
};

/**
 * The region for news stands in the page for good: readers announce only what changes inside one that they know. An
 * alert is announced as it comes.
 */
export function Snackbar({ placeRef, ...message }: SnackbarProps) {
  const isError = message.color === 'error';
  return (
    <div ref={placeRef} className={styles.place}>
      <output>{isError ? null : <Message {...message} />}</output>
      {isError && message.text !== null ? (
        <div role="alert">
          <Message {...message} />
        </div>
      ) : null}
    </div>
  );
}

function Message({ color, text, action, onHold }: Omit<SnackbarProps, 'placeRef'>) {
  if (text === null) return null;
  return (
    <div
      className={styles.snackbar}
      data-color={color}
      // A finger that has tapped is gone again, whatever the browser says of its place.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHold?.(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
    >
      <span className={styles.text}>{text}</span>
      {action ? (
        <button type="button" className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
