import type { Answer } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, ApiError, useApi } from '../../../platform/api/index.ts';
import { type StoredWork, useStoredWork } from '../stored-work.hook.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import {
  parseSavedFilters,
  type SavedFilter,
  savedFiltersKey,
  serializeSavedFilters,
} from './saved-filters.rules.ts';

const readCall = 'GET /api/v1/account/preferences';
const writeCall = 'PUT /api/v1/account/preferences';
const storedName = 'saved-filters';
/** Each attempt fails only if another device changed the preferences in the meantime. */
const maxAttempts = 5;

const queryKey = (tid: string) => [...workKeys.all(tid), storedName];

type Change = (saved: readonly SavedFilter[]) => readonly SavedFilter[];
type Context = { readonly api: Api; readonly store: StoredWork; readonly tid: string };

/** The filters that the person saved on any device; without a network those of the last visit. */
export function useSavedFilters() {
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  return useQuery({
    queryKey: queryKey(tid),
    queryFn: async ({ signal }) => {
      try {
        const { data } = await api.call(readCall, { signal });
        const saved = data.preferences[savedFiltersKey(tid)];
        void store.put(storedName, saved ?? []);
        return parseSavedFilters(saved);
      } catch (error) {
        const stored = await store.get<unknown>(storedName);
        if (stored === null || signal.aborted) throw error;
        return parseSavedFilters(stored.body);
      }
    },
    staleTime: 60_000,
  });
}

/** Changes the saved filters. Other preferences of the account, and changes of other devices, are kept. */
export function useChangeSavedFilters() {
  const api = useApi();
  const store = useStoredWork();
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  return useMutation({
    mutationFn: (change: Change) => changeSavedFilters({ api, store, tid }, change),
    onSuccess: (saved) => client.setQueryData(queryKey(tid), saved),
  });
}

async function changeSavedFilters(
  { api, store, tid }: Context,
  change: Change,
): Promise<readonly SavedFilter[]> {
  const key = savedFiltersKey(tid);
  for (let attempt = 1; ; attempt += 1) {
    const response = await api.open(readCall, {});
    const tag = response.headers.get('ETag');
    const { data } = (await response.json()) as Answer<typeof readCall>;
    const saved = change(parseSavedFilters(data.preferences[key]));
    const stored = serializeSavedFilters(saved);
    try {
      await api.call(writeCall, {
        body: { preferences: { ...data.preferences, [key]: stored } },
        headers: tag === null ? {} : { 'if-match': tag },
      });
      void store.put(storedName, stored);
      return saved;
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.code === 'admin.changed_meanwhile';
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}
