import { useQuery } from '@tanstack/react-query';
import { useIsOperator } from './access.queries.ts';
import { useApi } from './api.hook.ts';

const maxIDs = 200;

const idsOf = (ids: readonly (string | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].toSorted().slice(0, maxIDs);

/**
 * Returns the name of a member of the tenant by id, and the id itself while the name is loading.
 * @param unknown - the text for an id that is no member's: of a deleted member or an operator. Default: the id.
 */
export function useNames(
  tid: string,
  fids: readonly (string | null)[],
  unknown?: string,
): (fid: string) => string {
  const api = useApi();
  const wanted = idsOf(fids);
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
  return (fid) => names.data?.get(fid) ?? (names.data === undefined ? fid : (unknown ?? fid));
}

/**
 * Returns the name of an operator or an account by id; the id itself while it is loading, of a deleted one, and for a person who
 * is no operator.
 */
export function useOperatorNames(ids: {
  readonly operatorIDs: readonly (string | null)[];
  readonly aids: readonly (string | null)[];
}): (id: string) => string {
  const api = useApi();
  const isOperator = useIsOperator().data === true;
  const body = { operatorIDs: idsOf(ids.operatorIDs), aids: idsOf(ids.aids) };
  const names = useQuery({
    queryKey: ['operator-names', body],
    enabled: isOperator && body.operatorIDs.length + body.aids.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('POST /api/v1/admin/audit/actions/find-names', { body, signal });
      return new Map([
        ...data.operators.map(({ operatorID, name }) => [operatorID, name ?? operatorID] as const),
        ...data.accounts.map(({ aid, username }) => [aid, username] as const),
      ]);
    },
  });
  return (id) => names.data?.get(id) ?? id;
}
