import type { Answer } from '@sealflow/contract';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../../platform/api/index.ts';
import { randomID } from '../../../platform/random.util.ts';
import { useStoredWork } from '../stored-work.hook.ts';
import { storedCommentsName } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';

type CommentPage = Answer<'GET /api/v1/tenants/{tid}/flows/{flowID}/comments'>;
export type FlowComment = CommentPage['data'][number];

const pageSize = 20;

const commentsKey = (tid: string, flowID: string) => [...workKeys.flow(tid, flowID), 'comments'] as const;

/** The comments on an application in pages, newest first; the stored newest page while there is no connection. */
export function useComments(flowID: string) {
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const storedName = storedCommentsName(flowID);
  return useInfiniteQuery({
    queryKey: commentsKey(tid, flowID),
    initialPageParam: 0,
    queryFn: async ({ pageParam: skip, signal }) => {
      const request = { params: { tid, flowID }, query: { skip, limit: pageSize }, signal };
      try {
        const page = await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/comments', request);
        if (skip === 0) void store.put(storedName, page);
        return page;
      } catch (error) {
        const cached = skip === 0 ? await store.get<CommentPage>(storedName) : null;
        if (cached === null || signal.aborted) throw error;
        return cached.body;
      }
    },
    getNextPageParam: ({ total, data }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.length, 0);
      return data.length === 0 || read >= total ? undefined : read;
    },
    staleTime: 0,
  });
}

/** All comments of the pages, oldest first. A comment that was added meanwhile moves others to the next page: each appears once. */
export function commentsIn(pages: InfiniteData<CommentPage> | undefined): readonly FlowComment[] {
  const byID = new Map((pages?.pages ?? []).flatMap(({ data }) => data).map((one) => [one.id, one]));
  return [...byID.values()].toReversed();
}

/** Adds a comment. A repeated attempt with the same content is one comment, also if its answer was lost. */
export function useAddComment(flowID: string) {
  const api = useApi();
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  const attempt = useRef<{ readonly content: string; readonly key: string }>(null);
  return useMutation({
    mutationFn: async (body: { readonly text: string; readonly mentions: readonly string[] }) => {
      const content = JSON.stringify(body);
      if (attempt.current?.content !== content) attempt.current = { content, key: randomID() };
      const { data } = await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/comments', {
        params: { tid, flowID },
        headers: { 'idempotency-key': attempt.current.key },
        body: { ...body, mentions: [...body.mentions] },
      });
      attempt.current = null;
      return data;
    },
    onSettled: () => client.invalidateQueries({ queryKey: commentsKey(tid, flowID) }),
  });
}
