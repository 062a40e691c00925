import { create } from 'zustand';

export type Importing = { readonly name: string; readonly percent: number };

/** The file that is just being taken in, whoever asked for it; it is shown above the documents. */
export const useImports = create<{ readonly importing: Importing | null }>(() => ({ importing: null }));
