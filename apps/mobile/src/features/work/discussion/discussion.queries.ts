import type { Answer } from '@sealflow/contract';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import { randomID } from '../../../platform/random.util.ts';
import { useStoredWork } from '../stored-work.hook.ts';
import { useTextDraft } from '../text-draft.hook.ts';
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

type NewComment = {
  readonly text: string;
  readonly mentions: readonly string[];
  /** URIs of the uploaded files. */
  readonly files: readonly string[];
};

/**
 * Adds a comment. A repeated attempt with the same content is one comment, also if its answer was lost. The key of the attempt is
 * stored, so that this holds after the app was killed.
 */
export function useAddComment(flowID: string) {
  const api = useApi();
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  const { text: stored, isReady, setText: setStored } = useTextDraft(`comment-attempt:${flowID}`);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ text, mentions, files }: NewComment) => {
      const content = JSON.stringify({ text, mentions, files });
      const last = stored === '' ? null : (JSON.parse(stored) as { content: string; key: string });
      const attempt = last?.content === content ? last : { content, key: randomID() };
      setStored(JSON.stringify(attempt));
      const { data } = await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/comments', {
        params: { tid, flowID },
        headers: { 'idempotency-key': attempt.key },
        // A service of the release before knows no files.
        body: { text, mentions: [...mentions], ...(files.length === 0 ? {} : { files: [...files] }) },
      });
      setStored('');
      return data;
    },
    onSettled: () => client.invalidateQueries({ queryKey: commentsKey(tid, flowID) }),
  });
  return { send: mutateAsync, isPending, isReady };
}
