import type { ReactNode } from 'react';
import { create } from 'zustand';

export type ConfirmRequest = {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
};

type Pending = ConfirmRequest & { readonly answer: (yes: boolean) => void };

export const useConfirmStore = create<{ readonly pending: Pending | null }>(() => ({ pending: null }));

/**
 * Asks a yes-or-no question above everything. Resolves once the dialog and its history entry are gone, so that the
 * caller may navigate at once; false for cancel, escape and every kind of back.
 */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  useConfirmStore.getState().pending?.answer(false);
  return new Promise((resolve) => {
    useConfirmStore.setState({ pending: { ...request, answer: resolve } });
  });
}
