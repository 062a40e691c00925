import { useMemo } from 'react';
import { useApi } from '../../platform/api.hook.ts';
import type { MemberChange, NewMember } from './people.queries.ts';

const memberCall = '/api/v1/tenants/{tid}/admin/members/{fid}';

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
      read: async (fid: string) => {
        const { data } = await api.call(`GET ${memberCall}`, on(fid));
        return data;
      },
      change: async (fid: string, body: MemberChange) => {
        const { data } = await api.call(`PUT ${memberCall}`, { ...on(fid), body });
        return data;
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
      /** Ends the membership after its documents got a new owner; without a successor they keep theirs. */
      end: async (fid: string, successor: string | null) => {
        if (successor !== null) {
          await api.call(`POST ${memberCall}/actions/transfer-documents`, {
            ...on(fid),
            body: { to: successor },
          });
        }
        await api.call(`PUT ${memberCall}`, { ...on(fid), body: { state: 'ended' } });
      },
    };
  }, [api, tid]);
}

export type MemberActs = ReturnType<typeof useMemberActs>;
