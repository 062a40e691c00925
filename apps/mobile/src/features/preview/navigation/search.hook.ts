import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import type { DocumentSearch, SearchProgress } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Debounce: a long document is not searched again for each letter. */
const debounceMs = 200;

export type SearchState = {
  readonly isOpen: boolean;
  readonly words: string;
  /** Null while there is no query. */
  readonly found: SearchProgress | null;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Null where the document cannot be searched. */
  readonly open: (() => void) | null;
  readonly close: () => void;
  readonly type: (words: string) => void;
  readonly step: (to: 'next' | 'previous') => void;
};

type SearchOptions = {
  /** The search opens with them as soon as the document is shown; empty for none. */
  readonly initialWords: string;
  readonly onFailure: (error: unknown) => void;
};

/** The state of the search in a document: query, progress and navigation between matches. */
export function useSearch(
  documentSearch: DocumentSearch | null,
  { initialWords, onFailure }: SearchOptions,
): SearchState {
  const field = useRef<HTMLInputElement>(null);
  const [isRequested, setIsRequested] = useState(initialWords !== '');
  const [words, setWords] = useState(initialWords);
  const [found, setFound] = useState<SearchProgress | null>(null);
  const isOpen = isRequested && documentSearch !== null;

  useEffect(() => {
    const query = words.trim();
    if (!isOpen || documentSearch === null || query === '') return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const onFound = (now: SearchProgress) => {
      if (!signal.aborted) setFound(now);
    };
    const timer = setTimeout(() => {
      documentSearch.find({ words: query, onFound, signal }).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
      setFound(null);
    };
  }, [isOpen, documentSearch, words, onFailure]);

  const close = useCallback(() => setIsRequested(false), []);
  useDismissOnBack(isOpen, close);
  const open = useCallback(() => {
    setIsRequested(true);
    field.current?.select();
  }, []);
  const step = useCallback((to: 'next' | 'previous') => documentSearch?.step(to), [documentSearch]);
  return useMemo(
    () => ({ isOpen, words, found, field, open: documentSearch && open, close, type: setWords, step }),
    [isOpen, words, found, documentSearch, open, close, step],
  );
}
