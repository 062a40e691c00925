import { startTransition, useCallback, useMemo, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import type { DocumentList, RecentFilter } from '../../platform/documents/recent-files.repository.ts';

/** List and search text are in the address, so that back restores them. */
export function useDocumentFilter() {
  const [query, setQuery] = useSearchParams();
  const list: DocumentList = query.get('list') === 'download' ? 'download' : 'recent';
  const text = query.get('q') ?? '';
  const filter = useMemo<RecentFilter>(() => ({ list, text: text.trim() }), [list, text]);

  const set = useCallback(
    (name: 'list' | 'q', value: string) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '' || value === 'recent') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const setList = useCallback((next: DocumentList) => set('list', next), [set]);
  // The router updates the address in a transition. The optimistic text shows each letter at once; otherwise,
  // fast typing would lose letters.
  const [typed, showTyped] = useOptimistic(text);
  const setText = useCallback(
    (next: string) =>
      startTransition(() => {
        showTyped(next);
        set('q', next);
      }),
    [set, showTyped],
  );
  return { filter, text: typed, setList, setText };
}
