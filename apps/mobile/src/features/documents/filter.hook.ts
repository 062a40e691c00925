import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DocumentList, RecentFilter } from '../../platform/documents/recent-files.repository.ts';

/** List and search text stand in the query, so that coming back finds them as they were. */
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
  const setText = useCallback((next: string) => set('q', next), [set]);
  return { filter, text, setList, setText };
}
