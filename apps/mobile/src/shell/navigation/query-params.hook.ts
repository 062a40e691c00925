import { useMemo } from 'react';
import { useLocation } from '../router/index.ts';

/** The query of the current address. It carries all ids, since no path has parameters. */
export function useQueryParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
