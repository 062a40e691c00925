import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/admin/releases';

export type PublishedVersion = Answer<typeof listCall>['data'][number];
export type Platform = PublishedVersion['platform'];
type BundleFields = Omit<Body<'POST /api/v1/admin/bundles'>, 'uri'>;

/** What is published, with the file that is uploaded first. */
export type Publication =
  | { readonly source: 'file'; readonly file: File; readonly version: string; readonly notes: string }
  | {
      readonly source: 'store';
      readonly platform: 'android' | 'ios';
      readonly url: string;
      readonly version: string;
      readonly notes: string;
    }
  | { readonly source: 'bundle'; readonly file: File; readonly bundle: BundleFields };

const rootKey = 'releases';
/** An app of some hundred megabytes over a slow line. */
const uploadTimeoutMs = 3_600_000;

/** A page of releases and bundles, the newest first. */
export function useReleases(query: Query<typeof listCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { query, signal }),
  });
}

/** Uploads the file, if there is one, and publishes it. */
export function usePublish() {
  const api = useApi();
  const queries = useQueryClient();
  const upload = async (file: File) => {
    const form = new FormData();
    form.set('file1', file);
    return (await api.call('POST /api/v1/admin/release-files', { form, timeoutMs: uploadTimeoutMs })).uri;
  };
  return useMutation({
    mutationFn: async (publication: Publication) => {
      if (publication.source === 'bundle') {
        const body = { ...publication.bundle, uri: await upload(publication.file) };
        await api.call('POST /api/v1/admin/bundles', { body });
        return;
      }
      const { version: appVer, notes } = publication;
      const body =
        publication.source === 'file'
          ? { platform: 'android' as const, appVer, notes, uri: await upload(publication.file) }
          : { platform: publication.platform, appVer, notes, url: publication.url };
      await api.call('POST /api/v1/admin/releases', { body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [rootKey] }),
  });
}

/** Withdraws a release or bundle. */
export function useWithdrawRelease() {
  const api = useApi();
  const queries = useQueryClient();
  return async (releaseID: string) => {
    await api.call('POST /api/v1/admin/releases/{releaseID}/actions/withdraw', { params: { releaseID } });
    await queries.invalidateQueries({ queryKey: [rootKey] });
  };
}
