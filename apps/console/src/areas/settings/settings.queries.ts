import type { Answer, Body } from '@sealflow/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged, type Tagged } from '../../platform/tagged.util.ts';

const readCall = 'GET /api/v1/tenants/{tid}/admin/settings';
const changeCall = 'PUT /api/v1/tenants/{tid}/admin/settings';

export type Settings = Answer<typeof readCall>['data'];
export type SettingsChange = Body<typeof changeCall>;

/** The settings of an organisation with their entity tag. */
export function useSettings(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', tid],
    queryFn: ({ signal }) => readTagged<Settings>(api.open(readCall, { params: { tid }, signal })),
  });
}

/** The calls that read and change the settings of an organisation. */
export function useSettingsActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return {
    read: () => readTagged<Settings>(api.open(readCall, { params: { tid } })),
    change: async (body: SettingsChange, tag: string): Promise<Tagged<Settings>> => {
      const changed = await readTagged<Settings>(
        api.open(changeCall, { params: { tid }, body, ...ifMatch(tag) }),
      );
      queries.setQueryData(['settings', tid], changed);
      return changed;
    },
  };
}
