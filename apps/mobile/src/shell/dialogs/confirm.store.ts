import type { ReactNode } from 'react';
import { create } from 'zustand';

export type ConfirmRequest = {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
};

type PendingConfirm = ConfirmRequest & { readonly answer: (yes: boolean) => void };

export const useConfirmStore = create<{ readonly pending: PendingConfirm | null }>(() => ({ pending: null }));

/** The dialog closes before the promise resolves, so that the caller may navigate at once. */
export function answerConfirm(yes: boolean): void {
  const { pending } = useConfirmStore.getState();
  useConfirmStore.setState({ pending: null });
  pending?.answer(yes);
}

/** Shows a yes-or-no dialog above everything; false for cancel, escape and every kind of back. */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  answerConfirm(false);
  return new Promise((resolve) => {
    useConfirmStore.setState({ pending: { ...request, answer: resolve } });
  });
}
