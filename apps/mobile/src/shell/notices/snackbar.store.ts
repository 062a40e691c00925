import { limits } from '@sealflow/domain/limits';
import { create } from 'zustand';
import { enqueue, type QueuedMessage, type SnackbarMessage } from './snackbar.rules.ts';

export type { SnackbarMessage } from './snackbar.rules.ts';

/** The messages in their order; the first is shown. */
export const useSnackbarStore = create<{ readonly queue: readonly QueuedMessage[] }>(() => ({ queue: [] }));

const currentMessage = () => useSnackbarStore.getState().queue[0];

/** The remaining time of the shown message; it pauses while the pointer or the focus is on it. */
const countdown = {
  id: 0,
  remainingMs: 0,
  startedAt: 0,
  isPaused: false,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
};

function runCountdown(): void {
  clearTimeout(countdown.timer);
  const shown = currentMessage();
  if (shown === undefined || countdown.isPaused) return;
  countdown.startedAt = performance.now();
  countdown.timer = setTimeout(() => removeMessage(shown.id), countdown.remainingMs);
}

function setQueue(queue: readonly QueuedMessage[]): void {
  useSnackbarStore.setState({ queue });
  const shown = queue[0];
  if (shown?.id === countdown.id) return;
  countdown.id = shown?.id ?? 0;
  countdown.remainingMs = shown?.durationMs ?? limits.snackbarMs;
  // The previous message's element is gone and fires no blur, so the pause must end here.
  countdown.isPaused = false;
  runCountdown();
}

/** Removes a message; its offer expires unless its action was used. */
function removeMessage(id: number, wasActionRun = false): void {
  const { queue } = useSnackbarStore.getState();
  const removed = queue.find((message) => message.id === id);
  if (removed === undefined) return;
  setQueue(queue.filter((message) => message !== removed));
  if (!wasActionRun) removed.onDismissed?.();
}

/** Removes all messages: what they offer to undo belongs to an account that has signed out. */
export function clearSnackbar(): void {
  for (const { id } of useSnackbarStore.getState().queue) removeMessage(id);
}

/** Pauses the time of the shown message as long as the pointer or the focus is on it. */
export function pauseSnackbar(isPaused: boolean): void {
  if (isPaused === countdown.isPaused) return;
  if (isPaused) countdown.remainingMs -= performance.now() - countdown.startedAt;
  countdown.isPaused = isPaused;
  runCountdown();
}

/** Runs the action of the shown message. */
export function runSnackbarAction(): void {
  const shown = currentMessage();
  if (shown?.action === undefined) return;
  removeMessage(shown.id, true);
  shown.action.onPress();
}

let lastId = 0;

/**
 * Shows a message. Information is replaced by newer information; failures and offers keep their full time first.
 * @returns a function that removes the message.
 */
export function showSnackbar(message: SnackbarMessage): () => void {
  lastId += 1;
  const id = lastId;
  const { queue, dropped } = enqueue(useSnackbarStore.getState().queue, { ...message, id });
  setQueue(queue);
  for (const { onDismissed } of dropped) onDismissed?.();
  return () => removeMessage(id);
}
