import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';

/** A person of the same organisation, by their id there. */
export type Colleague = { readonly fid: string; readonly name: string };

const maxPeople = 50;

/** The first people whose name matches; a longer keyword narrows the list. */
export function usePeople(tid: string, keyword: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['tenant', tid, 'people', keyword],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-candidates', {
        params: { tid },
        query: { limit: maxPeople, ...(keyword === '' ? {} : { keyword }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
