import type { Answer, Body, CallId, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/messages';
const sendCall = 'POST /api/v1/tenants/{tid}/admin/messages';
const countCall = 'POST /api/v1/tenants/{tid}/admin/messages/actions/count-recipients';

type Item<N extends CallId> = Answer<N> extends { data: (infer T)[] } ? T : never;

export type Post = Item<typeof listCall>;
export type NewPost = Body<typeof sendCall>;
export type Audience = Pick<NewPost, 'fids' | 'orgIDs' | 'roleIDs'>;

/** A page of the posts of a tenant. */
export function usePosts(tid: string, query: Query<typeof listCall>) {
  const api = useApi();
  return useQuery({
    queryKey: ['messages', tid, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** One post with its recipients. */
export function usePost(tid: string, postID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['messages', tid, 'one', postID],
    queryFn: async ({ signal }) => {
      const call = 'GET /api/v1/tenants/{tid}/admin/messages/{postID}';
      return (await api.call(call, { params: { tid, postID }, signal })).data;
    },
  });
}

/** Sends or schedules a post. The key makes a repeated attempt harmless. */
export function useSendPost(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ post, key }: { post: NewPost; key: string }) =>
      (await api.call(sendCall, { params: { tid }, body: post, headers: { 'idempotency-key': key } })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['messages', tid] }),
  });
}

/** Withdraws a post, or cancels a scheduled one. */
export function useWithdrawPost(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (postID: string) =>
      api.call('POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw', {
        params: { tid, postID },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['messages', tid] }),
  });
}

/** How many people a post to this audience would reach now; null for an audience that names nobody yet. */
export function useRecipientCount(tid: string, audience: Audience | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['messages', tid, 'recipients', audience],
    enabled: audience !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.call(countCall, { params: { tid }, body: audience ?? {}, signal })).data.recipients,
  });
}
