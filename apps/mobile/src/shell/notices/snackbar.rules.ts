import type { SnackbarColor, SnackbarShortcut } from '@sealflow/ui/status/snackbar.component.tsx';

export type SnackbarMessage = {
  readonly color: SnackbarColor;
  readonly text: string;
  /** Undoes the reported action, or leads on. */
  readonly action?: {
    readonly label: string;
    readonly onPress: () => void;
    readonly shortcut?: SnackbarShortcut;
  };
  /** 3 s by default. */
  readonly durationMs?: number;
  /** Shown before the current message, as the direct answer to a press. */
  readonly isImmediate?: boolean;
  /** Called when the message ends without its action: the offer has expired. */
  readonly onDismissed?: () => void;
};

export type QueuedMessage = SnackbarMessage & { readonly id: number };

/** Information may be replaced by newer information; a failure or an offer keeps its full time. */
const isPersistent = ({ color, action }: SnackbarMessage) => color === 'error' || action !== undefined;

const isSame = (one: SnackbarMessage, other: SnackbarMessage) =>
  one.text === other.text && one.color === other.color && !one.action && !other.action;

/**
 * Adds a message to the queue.
 * @returns the new queue, and the messages that were removed from it.
 */
export function enqueue(
  queue: readonly QueuedMessage[],
  message: QueuedMessage,
): { readonly queue: readonly QueuedMessage[]; readonly dropped: readonly QueuedMessage[] } {
  const isRetained = (one: QueuedMessage, index: number) =>
    !isSame(one, message) && (isPersistent(one) || (index === 0 && queue.length > 1 && !message.isImmediate));
  const retained = queue.filter(isRetained);
  const dropped = queue.filter((one, index) => !isRetained(one, index));
  return { queue: message.isImmediate ? [message, ...retained] : [...retained, message], dropped };
}
