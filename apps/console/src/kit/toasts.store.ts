import { create } from 'zustand';

export type Toast = {
  readonly color: 'success' | 'error' | 'info';
  readonly text: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

/** The message at the end of the page; null if there is none. A new one replaces the one before. */
export const useToastStore = create<{ readonly toast: Toast | null }>(() => ({ toast: null }));

export const showToast = (toast: Toast): void => useToastStore.setState({ toast });
export const hideToast = (): void => useToastStore.setState({ toast: null });
