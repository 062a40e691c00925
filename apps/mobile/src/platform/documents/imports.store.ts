import { create } from 'zustand';

export type ImportProgress = { readonly name: string; readonly percent: number };

/** The running import, shown above the documents. */
export const useImports = create<{ readonly importing: ImportProgress | null }>(() => ({ importing: null }));
