import type { Answer, Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const readCall = 'GET /api/v1/tenants/{tid}/admin/settings';
const changeCall = 'PUT /api/v1/tenants/{tid}/admin/settings';

export type Settings = Answer<typeof readCall>['data'];
export type SettingsChange = Body<typeof changeCall>;

/** The settings of an organisation. They are read once: a form must not change under the person. */
export function useSettings(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', tid],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => readTagged(api.open(readCall, { params: { tid }, signal })),
  });
}

export function useChangeSettings(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const show = (saved: TaggedSettings) => queries.setQueryData(['settings', tid], saved);
  const save = useMutation({
    mutationFn: ({ change, tag }: { change: SettingsChange; tag: string | null }) =>
      readTagged(
        api.open(changeCall, {
          params: { tid },
          body: change,
          ...(tag === null ? {} : { headers: { 'if-match': tag } }),
        }),
      ),
    onSuccess: show,
  });
  return {
    save,
    /** Shows other settings in the form. */
    show,
    /** Reads the stored settings without changing the form. */
    read: () => readTagged(api.open(readCall, { params: { tid } })),
  };
}

export type TaggedSettings = {
  readonly settings: Settings;
  /** The entity tag. With it, a change of another administrator is not overwritten. */
  readonly tag: string | null;
};

async function readTagged(answer: Promise<Response>): Promise<TaggedSettings> {
  const response = await answer;
  const { data } = (await response.json()) as Answer<typeof readCall>;
  return { settings: data, tag: response.headers.get('etag') };
}
