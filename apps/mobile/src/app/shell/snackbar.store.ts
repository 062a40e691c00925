import { limits } from '@sealflow/domain/limits';
import { create } from 'zustand';
import { enqueue, type Shown, type SnackbarMessage } from './snackbar.rules.ts';

export type { SnackbarMessage } from './snackbar.rules.ts';

/** The messages in their order; the first is shown. */
export const useSnackbarStore = create<{ readonly queue: readonly Shown[] }>(() => ({ queue: [] }));

const first = () => useSnackbarStore.getState().queue[0];

/** The remaining time of the shown message; it pauses while the pointer or the focus is on it. */
const time = {
  id: 0,
  left: 0,
  since: 0,
  held: false,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
};

function run(): void {
  clearTimeout(time.timer);
  const shown = first();
  if (shown === undefined || time.held) return;
  time.since = performance.now();
  time.timer = setTimeout(() => take(shown.id), time.left);
}

function show(queue: readonly Shown[]): void {
  useSnackbarStore.setState({ queue });
  const shown = queue[0];
  if (shown?.id === time.id) return;
  time.id = shown?.id ?? 0;
  time.left = shown?.durationMs ?? limits.snackbarTime;
  // The previous message's element is gone and fires no blur, so the pause must end here.
  time.held = false;
  run();
}

/** Removes a message; its offer expires unless its action was used. */
function take(id: number, takenUp = false): void {
  const { queue } = useSnackbarStore.getState();
  const gone = queue.find((message) => message.id === id);
  if (gone === undefined) return;
  show(queue.filter((message) => message !== gone));
  if (!takenUp) gone.onEnd?.();
}

/** Removes all messages: what they offer to undo belongs to an account that has signed out. */
export function clearSnackbar(): void {
  for (const { id } of useSnackbarStore.getState().queue) take(id);
}

/** Pauses the time of the shown message as long as the pointer or the focus is on it. */
export function holdSnackbar(held: boolean): void {
  if (held === time.held) return;
  if (held) time.left -= performance.now() - time.since;
  time.held = held;
  run();
}

/** Runs the action of the shown message. */
export function takeOffer(): void {
  const shown = first();
  if (shown?.action === undefined) return;
  take(shown.id, true);
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
  show(queue);
  for (const { onEnd } of dropped) onEnd?.();
  return () => take(id);
}
