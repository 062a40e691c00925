import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useCan } from '../platform/access.queries.ts';
import { useApi } from '../platform/api.hook.ts';
import type { FoundObject } from './palette.types.ts';

type Area = 'people' | 'applications' | 'documents' | 'tenants' | 'accounts';

/** Results of each area. The search names the rest by the list of the area. */
const maxResults = 5;
/** How long after the last key the service is asked. */
const typingPauseMs = 250;
const documentID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The keyword once the person pauses. */
function useSettled(keyword: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword), typingPauseMs);
    return () => clearTimeout(timer);
  }, [keyword]);
  return settled;
}

/** Objects that contain the keyword, of the areas that the person may see. Documents have no names: they are found by id. */
export function usePaletteObjects(keyword: string) {
  const settled = useSettled(keyword);
  const { tid } = useParams();
  const searches = [
    ...useTenantSearches(tid ?? '', settled),
    ...useOperatorSearches(tid === undefined, settled),
  ];
  const found = searches.map(({ area, query }) => ({ area, results: query.data ?? [] }));
  return {
    found: keyword === '' ? [] : found,
    error: searches.find(({ query }) => query.isError)?.query.error ?? null,
    isSearching: keyword !== settled || searches.some(({ query }) => query.isLoading),
  };
}

function useTenantSearches(tid: string, keyword: string) {
  const api = useApi();
  const can = useCan(tid);
  const base = `/t/${tid}`;
  const params = { tid };
  const query = { keyword, limit: maxResults };
  const canAdminister = can('Administration/administration');
  const people = useSearch('people', tid, keyword, tid !== '' && can('org_managment'), async (signal) => {
    const { data } = await api.call('GET /api/v1/tenants/{tid}/admin/members', { params, query, signal });
    return data.map(({ fid, name, organisation }) => ({
      path: `${base}/people?open=${encodeURIComponent(fid)}`,
      title: name,
      hint: organisation?.name ?? fid,
    }));
  });
  const applications = useSearch(
    'applications',
    tid,
    keyword,
    tid !== '' && canAdminister,
    async (signal) => {
      const { data } = await api.call('GET /api/v1/tenants/{tid}/admin/flows', { params, query, signal });
      return data.map(({ id, title, typeName, applicant }) => ({
        path: `${base}/applications?open=${encodeURIComponent(id)}`,
        title,
        hint: `${typeName} · ${applicant.name}`,
      }));
    },
  );
  const documents = useSearch(
    'documents',
    tid,
    keyword,
    tid !== '' && canAdminister && documentID.test(keyword),
    async (signal) => {
      const call = 'GET /api/v1/tenants/{tid}/admin/documents/{documentID}';
      try {
        const { data } = await api.call(call, { params: { tid, documentID: keyword }, signal });
        return [
          { path: `${base}/documents?open=${data.documentID}`, title: data.documentID, hint: data.ownerName },
        ];
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
  );
  return [people, applications, documents];
}

function useOperatorSearches(isOperator: boolean, keyword: string) {
  const api = useApi();
  const query = { keyword, limit: maxResults };
  const tenants = useSearch('tenants', '', keyword, isOperator, async (signal) => {
    const { data } = await api.call('GET /api/v1/admin/tenants', { query, signal });
    return data.map(({ tid, name }) => ({
      path: `/operator/tenants?open=${encodeURIComponent(tid)}`,
      title: name,
      hint: tid,
    }));
  });
  const accounts = useSearch('accounts', '', keyword, isOperator, async (signal) => {
    const { data } = await api.call('GET /api/v1/admin/accounts', { query, signal });
    return data.map(({ aid, username }) => ({
      path: `/operator/accounts?open=${encodeURIComponent(aid)}`,
      title: username,
    }));
  });
  return [tenants, accounts];
}

function useSearch(
  area: Area,
  scope: string,
  keyword: string,
  isAllowed: boolean,
  load: (signal: AbortSignal) => Promise<readonly FoundObject[]>,
) {
  const query = useQuery({
    queryKey: ['palette', area, scope, keyword],
    enabled: isAllowed && keyword !== '',
    queryFn: ({ signal }) => load(signal),
  });
  return { area, query };
}
