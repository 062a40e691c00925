import type { SnackbarColor } from '../../ui/snackbar.component.tsx';

export type SnackbarMessage = {
  readonly color: SnackbarColor;
  readonly text: string;
  /** Undoes the reported action, or leads on. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** 3 s by default. */
  readonly durationMs?: number;
  /** Shown before the current message, as the direct answer to a press. */
  readonly atOnce?: boolean;
  /** Called when the message ends without its action: the offer has expired. */
  readonly onEnd?: () => void;
};

export type Shown = SnackbarMessage & { readonly id: number };

/** Information may be replaced by newer information; a failure or an offer keeps its full time. */
const isWeighty = ({ color, action }: SnackbarMessage) => color === 'error' || action !== undefined;

const isSame = (one: SnackbarMessage, other: SnackbarMessage) =>
  one.text === other.text && one.color === other.color && !one.action && !other.action;

/**
 * Adds a message to the queue.
 * @returns the new queue, and the messages that were removed from it.
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
