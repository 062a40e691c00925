import type { Answer } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../../platform/api.hook.ts';
import type { ImportedRow } from './import-rows.rules.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/imports';
const importCall = '/api/v1/tenants/{tid}/admin/imports/{importID}';
export const importRowsCall = `GET ${importCall}/rows` as const;

export type PeopleImport = Answer<typeof listCall>['data'][number];
export type ImportedRowResult = Answer<typeof importRowsCall>['data'][number];
export type ImportOutcome = 'pending' | 'added' | 'changed' | 'unchanged' | 'failed';

const pollMs = 1000;
const rowsPerRequest = 500;

export const isInProgress = (state: PeopleImport['state']): boolean =>
  state === 'checking' || state === 'running';

/** The imports of the last 30 days. */
export function useImports(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['imports', tid],
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query: { limit: 20 }, signal }),
  });
}

/** One import, loaded again each second while the service works on it. */
export function useImport(tid: string, importID: string) {
  const api = useApi();
  return useQuery<PeopleImport>({
    queryKey: ['imports', tid, importID],
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.state) ? pollMs : false),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(`GET ${importCall}`, { params: { tid, importID }, signal });
      return data;
    },
  });
}

type RowsQuery = { readonly skip: number; readonly limit: number; readonly outcome?: ImportOutcome };

/** A page of the results by row. */
export function useImportRows(
  tid: string,
  { importID, query, version }: { importID: string; query: RowsQuery; version: string },
) {
  const api = useApi();
  return useQuery({
    queryKey: ['imports', tid, importID, 'rows', query, version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(importRowsCall, { params: { tid, importID }, query, signal }),
  });
}

type NewImport = {
  readonly name: string;
  readonly rows: readonly ImportedRow[];
  readonly options: { readonly createDepartments: boolean; readonly roles: string[] };
  readonly onProgress: (done: number) => void;
};

const maxName = 100;

/** The calls that create and steer an import. */
export function useImportActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(() => {
    const refresh = () => queries.invalidateQueries({ queryKey: ['imports', tid] });
    const act = async (importID: string, name: 'run' | 'cancel') => {
      await api.call(`POST ${importCall}/actions/${name}`, { params: { tid, importID } });
      await refresh();
    };
    return {
      run: (importID: string) => act(importID, 'run'),
      cancel: (importID: string) => act(importID, 'cancel'),
      /** Uploads the rows and starts the check. @returns the id of the import. */
      upload: async ({ name, rows, options, onProgress }: NewImport) => {
        const importID = crypto.randomUUID();
        await api.call(`POST /api/v1/tenants/{tid}/admin/imports`, {
          params: { tid },
          body: { importID, name: name.slice(0, maxName), total: rows.length, options },
        });
        for (let start = 0; start < rows.length; start += rowsPerRequest) {
          const portion = rows.slice(start, start + rowsPerRequest);
          await api.call(`POST ${importCall}/rows`, { params: { tid, importID }, body: { rows: portion } });
          onProgress(start + portion.length);
        }
        await api.call(`POST ${importCall}/actions/check`, { params: { tid, importID } });
        await refresh();
        return importID;
      },
    };
  }, [api, queries, tid]);
}
