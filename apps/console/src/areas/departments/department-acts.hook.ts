import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { FieldVersions } from '../../kit/conflict-dialog.component.tsx';
import { useApi } from '../../platform/api.hook.ts';
import { type Department, departmentsOptions } from '../../platform/directory.queries.ts';
import { ifMatch, readTagged, type Tagged } from '../../platform/tagged.util.ts';
import {
  changesFor,
  conflictsOf,
  type DepartmentChange,
  type DepartmentNode,
} from './department-tree.rules.ts';

const departmentCall = '/api/v1/tenants/{tid}/admin/organisations/{orgID}';

type NodeValues = { readonly path: string; readonly head?: Department['head'] };

/** The calls that change departments. Each loads departments and people again. */
export function useDepartmentActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const { departments: texts } = useTexts();
  return useMemo(() => {
    const refresh = async () => {
      await queries.invalidateQueries({ queryKey: ['departments', tid] });
      await queries.invalidateQueries({ queryKey: ['people', tid] });
    };
    const read = (orgID: string) =>
      readTagged<Department>(api.open(`GET ${departmentCall}`, { params: { tid, orgID } }));
    const versionsOf = (change: Pick<DepartmentChange, 'seen' | 'next'>, { value }: Tagged<Department>) =>
      conflictsOf(change, value).map(
        ({ field, theirs, mine }): FieldVersions => ({
          label: texts.fieldOf[field](change.seen.name),
          theirs,
          mine,
        }),
      );
    /** The changes with the current departments, and the fields that another administrator changed meanwhile. */
    const check = async (changes: readonly DepartmentChange[]) => {
      const pairs: { change: DepartmentChange; found: Tagged<Department> }[] = [];
      for (const change of changes) pairs.push({ change, found: await read(change.orgID) });
      return { pairs, conflicts: pairs.flatMap(({ change, found }) => versionsOf(change, found)) };
    };
    const write = async ({ orgID, next }: DepartmentChange, { value, tag }: Tagged<Department>) => {
      const headFid = next.head?.fid ?? null;
      const body = {
        ...(next.name === value.name ? {} : { name: next.name }),
        ...(headFid === (value.head?.fid ?? null) ? {} : { headFid }),
      };
      if (Object.keys(body).length > 0)
        await api.call(`PUT ${departmentCall}`, { params: { tid, orgID }, body, ...ifMatch(tag) });
    };
    return {
      add: async (name: string) => {
        await api.call('POST /api/v1/tenants/{tid}/admin/organisations', { params: { tid }, body: { name } });
        await refresh();
      },
      /**
       * Gives a department a head and a path, and all below it their paths, each by a call. A repetition completes an interrupted
       * one.
       * @returns the fields that another administrator changed meanwhile. Unless `isForced`, nothing is written then.
       */
      change: async (
        node: DepartmentNode,
        values: NodeValues,
        isForced: boolean,
      ): Promise<readonly FieldVersions[]> => {
        try {
          const { pairs, conflicts } = await check(changesFor(node, values));
          if (conflicts.length > 0 && !isForced) return conflicts;
          for (const { change, found } of pairs) await write(change, found);
          return [];
        } finally {
          await refresh();
        }
      },
      /** Answers the fields that another administrator changed meanwhile. Nothing is written. */
      compare: async (node: DepartmentNode, values: NodeValues) =>
        (await check(changesFor(node, values))).conflicts,
      /** Reads all departments again. */
      reload: () => queries.fetchQuery(departmentsOptions(api, tid)),
      /** @returns as `change`. */
      remove: async (seen: Department, isForced: boolean): Promise<readonly FieldVersions[]> => {
        const { orgID } = seen;
        const found = await read(orgID);
        const conflicts = versionsOf({ seen, next: seen }, found);
        if (conflicts.length > 0 && !isForced) return conflicts;
        await api.call(`DELETE ${departmentCall}`, { params: { tid, orgID }, ...ifMatch(found.tag) });
        await refresh();
        return [];
      },
    };
  }, [api, queries, tid, texts]);
}
