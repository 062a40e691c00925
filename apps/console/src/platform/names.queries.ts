import { useQuery } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';

const maxIDs = 200;

/** Returns the name of a member of the tenant by id; the id itself while it is loading, and of a deleted member. */
export function useNames(tid: string, fids: readonly (string | null)[]): (fid: string) => string {
  const api = useApi();
  const wanted = [...new Set(fids.filter((fid) => fid !== null))].toSorted().slice(0, maxIDs);
  const names = useQuery({
    queryKey: ['names', tid, wanted],
    enabled: tid !== '' && wanted.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('POST /api/v1/tenants/{tid}/admin/people/actions/find-names', {
        params: { tid },
        body: { fids: wanted },
        signal,
      });
      return new Map(data.map(({ fid, name }) => [fid, name]));
    },
  });
  return (fid) => names.data?.get(fid) ?? fid;
}
