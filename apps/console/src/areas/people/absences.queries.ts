import type { Answer, Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/absences';
const setCall = 'POST /api/v1/tenants/{tid}/admin/absences';
const endCall = 'POST /api/v1/tenants/{tid}/admin/absences/{absenceID}/actions/end';

export type Absence = Answer<typeof listCall>['data'][number];
export type NewAbsence = Body<typeof setCall>;

export const shownAbsenceCount = 20;

/** The latest absences of a member. */
export function useAbsences(tid: string, fid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['absences', tid, fid],
    queryFn: ({ signal }) =>
      api.call(listCall, { params: { tid }, query: { fid, limit: shownAbsenceCount }, signal }),
  });
}

/** The acts on the absences of a member. */
export function useAbsenceActs(tid: string, fid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['absences', tid, fid] });
  const set = useMutation({
    mutationFn: (body: NewAbsence) => api.call(setCall, { params: { tid }, body }),
    onSuccess,
  });
  const end = useMutation({
    mutationFn: (absenceID: string) => api.call(endCall, { params: { tid, absenceID } }),
    onSuccess,
  });
  return { set, end };
}
