import type { RefObject } from 'react';
import styles from './snackbar.module.css';

export type SnackbarColor = 'error' | 'success' | 'info';

/** The key that does the same as the action: for screen readers, and as a tooltip. */
export type SnackbarShortcut = { readonly 'aria-keyshortcuts'?: string; readonly title?: string };

type SnackbarProps = {
  readonly color: SnackbarColor;
  readonly text: string | null;
  readonly action?:
    | {
        readonly label: string;
        readonly onPress: () => void;
        readonly shortcut?: SnackbarShortcut | undefined;
      }
    | undefined;
  /** The container; `--lift` is the height in CSS pixels at the end of the page that it must not cover. */
  readonly containerRef?: RefObject<HTMLDivElement | null>;
  /** Called when pointer or focus enter and leave, so that the snackbar stays meanwhile. */
  readonly onInteractionChange?: (isInteracting: boolean) => void;
};

/**
 * The live region is always in the page, because screen readers announce only changes of regions that already
 * exist. An alert is announced when it is inserted.
 */
export function Snackbar({ containerRef, ...message }: SnackbarProps) {
  const isError = message.color === 'error';
  return (
    <div ref={containerRef} className={styles.place}>
      <output>{isError ? null : <Message {...message} />}</output>
      {isError && message.text !== null ? (
        <div role="alert">
          <Message {...message} />
        </div>
      ) : null}
    </div>
  );
}

function Message({ color, text, action, onInteractionChange }: Omit<SnackbarProps, 'containerRef'>) {
  if (text === null) return null;
  return (
    <div
      className={styles.snackbar}
      data-color={color}
      // After a tap no pointer remains over the element, although some browsers report one.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onInteractionChange?.(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onInteractionChange?.(false)}
      onFocus={() => onInteractionChange?.(true)}
      onBlur={() => onInteractionChange?.(false)}
    >
      <span className={styles.text}>{text}</span>
      {action ? (
        <button type="button" {...action.shortcut} className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
