import type { SnackbarColor } from '../../ui/snackbar.component.tsx';

export type SnackbarMessage = {
  readonly color: SnackbarColor;
  readonly text: string;
  /** What takes the deed back, or leads on. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** 3 s unless told otherwise. */
  readonly durationMs?: number;
  /** An answer to the press just made: before whatever is shown. */
  readonly atOnce?: boolean;
  /** Told when the message has gone without its action: what it offered can no longer be had. */
  readonly onEnd?: () => void;
};

export type Shown = SnackbarMessage & { readonly id: number };

/** News may be overtaken by news; a failure or an offer must have had its time. */
const isWeighty = ({ color, action }: SnackbarMessage) => color === 'error' || action !== undefined;

const isSame = (one: SnackbarMessage, other: SnackbarMessage) =>
  one.text === other.text && one.color === other.color && !one.action && !other.action;

/**
 * Puts a message among those that are shown one after the other, the first now.
 * @returns the new order, and what has lost its place in it.
 */
export function enqueue(
  queue: readonly Shown[],
  message: Shown,
): { readonly queue: readonly Shown[]; readonly dropped: readonly Shown[] } {
  const stays = (one: Shown, index: number) =>
    !isSame(one, message) && (isWeighty(one) || (index === 0 && queue.length > 1 && !message.atOnce));
  const kept = queue.filter(stays);
  const dropped = queue.filter((one, index) => !stays(one, index));
  return { queue: message.atOnce ? [message, ...kept] : [...kept, message], dropped };
}
