import { create } from 'zustand';

export type Importing = { readonly name: string; readonly percent: number };

/** The running import, shown above the documents. */
export const useImports = create<{ readonly importing: Importing | null }>(() => ({ importing: null }));
