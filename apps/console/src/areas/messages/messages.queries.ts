import type { Answer, Body, CallId, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/messages';
const sendCall = 'POST /api/v1/tenants/{tid}/admin/messages';
const oneCall = 'GET /api/v1/tenants/{tid}/admin/messages/{postID}';
const countCall = 'POST /api/v1/tenants/{tid}/admin/messages/actions/count-recipients';

type Item<N extends CallId> = Answer<N> extends { data: (infer T)[] } ? T : never;

export type Post = Item<typeof listCall>;
export type PostDetails = Answer<typeof oneCall>['data'];
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

/** One post with its recipients and its entity tag. */
export function usePost(tid: string, postID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['messages', tid, 'one', postID],
    queryFn: ({ signal }) => readTagged<PostDetails>(api.open(oneCall, { params: { tid, postID }, signal })),
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
export function usePostActs(tid: string, postID: string) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { tid, postID };
  return {
    read: () => readTagged<PostDetails>(api.open(oneCall, { params })),
    withdraw: async (tag: string) => {
      const call = 'POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw';
      await api.call(call, { params, ...ifMatch(tag) });
      await queries.invalidateQueries({ queryKey: ['messages', tid] });
    },
  };
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
