import type { Body } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { useApi } from '../../platform/api.hook.ts';
import type { Role } from '../../platform/directory.queries.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = '/api/v1/tenants/{tid}/admin/roles';
const roleCall = '/api/v1/tenants/{tid}/admin/roles/{roleID}';

/** The calls that change roles. Each loads roles and people again. */
export function useRoleActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const on = (roleID: string) => ({ params: { tid, roleID } });
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['roles', tid] });
    await queries.invalidateQueries({ queryKey: ['people', tid] });
  };
  return {
    read: (roleID: string) => readTagged<Role>(api.open(`GET ${roleCall}`, on(roleID))),
    create: async (body: Body<`POST ${typeof listCall}`>) => {
      await api.call(`POST ${listCall}`, { params: { tid }, body });
      await reload();
    },
    change: async (roleID: string, body: Body<`PUT ${typeof roleCall}`>, tag: string) => {
      await api.call(`PUT ${roleCall}`, { ...on(roleID), ...ifMatch(tag), body });
      await reload();
    },
    remove: async (roleID: string, tag: string) => {
      await api.call(`DELETE ${roleCall}`, { ...on(roleID), ...ifMatch(tag) });
      await reload();
    },
  };
}

/** Returns a function that puts the administered fields of a role in words. */
export function useRoleWords() {
  const { roles: texts, rights: names } = useTexts();
  return ({ name, rights }: { name: string; rights: readonly string[] }) =>
    [
      [texts.name, name],
      [
        texts.rights,
        rights
          .toSorted()
          .map((right) => names.names[right] ?? right)
          .join(texts.separator),
      ],
    ] as const;
}
