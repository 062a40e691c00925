import { limits } from '@sealflow/domain/limits';
import { create } from 'zustand';
import type { SnackbarColor } from '../../ui/snackbar.component.tsx';

export type SnackbarMessage = {
  readonly color: SnackbarColor;
  readonly text: string;
  /** What takes the deed back, or leads on. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** 3 s unless told otherwise. */
  readonly durationMs?: number;
};

type Shown = SnackbarMessage & { readonly id: number };

export const useSnackbarStore = create<{ readonly message: Shown | null }>(() => ({ message: null }));

/** Takes whatever is shown away: what it offers to undo belongs to an account that has left. */
export const clearSnackbar = () => useSnackbarStore.setState({ message: null });

let lastId = 0;

/** Shows a message; the one before it goes at once. Returns the function that takes it away. */
export function showSnackbar(message: SnackbarMessage): () => void {
  lastId += 1;
  const id = lastId;
  useSnackbarStore.setState({ message: { ...message, id } });
  const hide = () => {
    if (useSnackbarStore.getState().message?.id === id) useSnackbarStore.setState({ message: null });
  };
  setTimeout(hide, message.durationMs ?? limits.snackbarTime);
  return hide;
}
