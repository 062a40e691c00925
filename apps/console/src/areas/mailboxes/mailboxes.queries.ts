import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/trusted-mailboxes';
const addCall = 'POST /api/v1/tenants/{tid}/trusted-mailboxes';
const removeCall = 'DELETE /api/v1/tenants/{tid}/trusted-mailboxes';

export type Mailbox = Answer<typeof listCall>['data'][number];
export type MailboxFilter = Query<typeof listCall>;

/** A page of the trusted mailboxes of a tenant. */
export function useMailboxes(tid: string, query: MailboxFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['mailboxes', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** Loads any page for an export. */
export function useLoadMailboxes(tid: string) {
  const api = useApi();
  return (query: MailboxFilter, signal: AbortSignal) =>
    api.call(listCall, { params: { tid }, query, signal });
}

export function useAddMailbox(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.call(addCall, { params: { tid }, body: { email } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mailboxes', tid] }),
  });
}

export function useRemoveMailbox(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ email, fid }: Pick<Mailbox, 'email' | 'fid'>) =>
      api.call(removeCall, { params: { tid }, query: { email, ...(fid === null ? {} : { fid }) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mailboxes', tid] }),
  });
}
