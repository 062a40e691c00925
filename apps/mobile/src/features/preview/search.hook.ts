import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDismissOnBack } from '../../ui/dismiss.hook.ts';
import type { DocumentSearch, Found } from './viewer.types.ts';

/** Debounce: a long document is not searched again for each letter. */
const typingPause = 200;

export type Search = {
  readonly isOpen: boolean;
  readonly words: string;
  /** Null while there is no query. */
  readonly found: Found | null;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Null where the document cannot be searched. */
  readonly open: (() => void) | null;
  readonly close: () => void;
  readonly type: (words: string) => void;
  readonly step: (to: 'next' | 'previous') => void;
};

/** The state of the search in a document: query, progress and navigation between matches. */
export function useSearch(searcher: DocumentSearch | null, onFailure: (error: unknown) => void): Search {
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const isOpen = wanted && searcher !== null;

  useEffect(() => {
    const clean = words.trim();
    if (!isOpen || searcher === null || clean === '') return undefined;
    const looking = new AbortController();
    const { signal } = looking;
    const onFound = (now: Found) => {
      if (!signal.aborted) setFound(now);
    };
    const timer = setTimeout(() => {
      searcher.find({ words: clean, onFound, signal }).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
    }, typingPause);
    return () => {
      clearTimeout(timer);
      looking.abort();
      setFound(null);
    };
  }, [isOpen, searcher, words, onFailure]);

  const close = useCallback(() => setWanted(false), []);
  useDismissOnBack(isOpen, close);
  const open = useCallback(() => {
    setWanted(true);
    field.current?.select();
  }, []);
  const step = useCallback((to: 'next' | 'previous') => searcher?.step(to), [searcher]);
  return useMemo(
    () => ({ isOpen, words, found, field, open: searcher && open, close, type: setWords, step }),
    [isOpen, words, found, searcher, open, close, step],
  );
}
