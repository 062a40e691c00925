import { startTransition, useCallback, useMemo, useOptimistic } from 'react';
import type { DocumentList, RecentFilter } from '../../platform/documents/recent-files.repository.ts';
import { useQueryParams } from '../../shell/navigation/query-params.hook.ts';
import { useNavigate } from '../../shell/router/index.ts';

/** List and search text are in the address, so that back restores them. */
export function useDocumentFilter() {
  const query = useQueryParams();
  const navigate = useNavigate();
  const list: DocumentList = query.get('list') === 'download' ? 'download' : 'recent';
  const text = query.get('q') ?? '';
  const filter = useMemo<RecentFilter>(() => ({ list, text: text.trim() }), [list, text]);

  const set = useCallback(
    (name: 'list' | 'q', value: string) => {
      const next = new URLSearchParams(query);
      if (value === '' || value === 'recent') next.delete(name);
      else next.set(name, value);
      navigate(`?${next}`, { replace: true });
    },
    [query, navigate],
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
