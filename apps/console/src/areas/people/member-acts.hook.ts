import type { Body } from '@sealflow/contract';
import { useMemo } from 'react';
import type { BulkOutcome } from '../../kit/bulk.types.ts';
import { useApi } from '../../platform/api.hook.ts';
import { toOutcomes } from '../../platform/bulk-results.util.ts';
import { ifMatch, readTagged, type Tagged } from '../../platform/tagged.util.ts';
import type { Member, MemberChange, NewMember } from './people.queries.ts';

const memberCall = '/api/v1/tenants/{tid}/admin/members/{fid}';

export type MemberVersion = Tagged<Member>;
export type BulkAction = Body<'POST /api/v1/tenants/{tid}/admin/members/actions/bulk'>['action'];

/** The calls that change a member of a tenant. */
export function useMemberActs(tid: string) {
  const api = useApi();
  return useMemo(() => {
    const on = (fid: string) => ({ params: { tid, fid } });
    return {
      add: async (body: NewMember) => {
        const { data } = await api.call('POST /api/v1/tenants/{tid}/admin/members', {
          params: { tid },
          body,
        });
        return data;
      },
      /** The member with its entity tag. */
      read: (fid: string): Promise<MemberVersion> => readTagged(api.open(`GET ${memberCall}`, on(fid))),
      /** @param tag - of the version that the change is about. */
      change: (fid: string, body: MemberChange, tag: string): Promise<MemberVersion> =>
        readTagged(api.open(`PUT ${memberCall}`, { ...on(fid), ...ifMatch(tag), body })),
      /** One act on up to 200 members. */
      changeMany: async (fids: readonly string[], action: BulkAction): Promise<readonly BulkOutcome[]> => {
        const { data } = await api.call('POST /api/v1/tenants/{tid}/admin/members/actions/bulk', {
          params: { tid },
          body: { fids: [...fids], action },
        });
        return toOutcomes(data);
      },
      resendInvitation: (fid: string) => api.call(`POST ${memberCall}/actions/resend-invitation`, on(fid)),
      requestReset: (fid: string) => api.call(`POST ${memberCall}/actions/request-reset`, on(fid)),
      endSessions: (fid: string) => api.call(`POST ${memberCall}/actions/end-sessions`, on(fid)),
      erase: (fid: string, confirmation: string) =>
        api.call(`POST ${memberCall}/actions/delete`, { ...on(fid), body: { confirmation } }),
      exportData: async (fid: string) => {
        const response = await api.open(`GET ${memberCall}/export`, on(fid));
        return response.blob();
      },
      /**
       * Ends the membership. The successor becomes the owner of its documents and gets its open tasks; without one the
       * documents keep their owner.
       */
      end: async (
        fid: string,
        successor: string | null,
        { tag, reason }: { tag: string; reason: string },
      ) => {
        const body = { successor, handOverTasks: successor !== null, reason };
        const { data } = await api.call(`POST ${memberCall}/actions/end`, {
          ...on(fid),
          ...ifMatch(tag),
          body,
        });
        return data;
      },
    };
  }, [api, tid]);
}

export type MemberActs = ReturnType<typeof useMemberActs>;
