import { getHeapStatistics } from 'node:v8';
import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { ResponseCache } from '../infra/http/response-cache.port.ts';
import {
  type CachedResponse,
  createResponseCache,
} from '../infra/response-cache/response-cache.middleware.ts';
import { createTaggedCache, recordChangedTags } from '../infra/response-cache/tagged-cache.util.ts';
import { admissionTags, tagsOfChange } from '../modules/accounts/authentication/admission-cache.usecases.ts';
import { invalidatedTags } from '../modules/workflow/count-cache.usecases.ts';
import { invalidatedPageTags } from '../modules/workflow/page-cache.usecases.ts';

/**
 * `bytes`: memory of one cached response, the maximum for pages; each client polls two counts, whose responses are shared.
 * `heapShare`: as a fraction of the heap limit. 100,000 clients need 200,000 counts; 2 GB, the limit that Node sets on a machine of
 * 4 GB, have room for 260,000. `perSession`: a session polls two counts for each of its tenants, and opens few pages.
 */
const limits = {
  counts: { bytes: 120, heapShare: 0.015, perSession: 16 },
  pages: { bytes: 12_000, heapShare: 0.05, perSession: 4 },
};

/** Responses to polls and first pages of lists, cached until a change affects who may call or what is answered. */
export function createPollCache({ changes, clock }: { changes: ChangeFeed; clock: Clock }): ResponseCache {
  const changedTags = recordChangedTags(changes, (change) => {
    const admission = tagsOfChange(change);
    const counts = invalidatedTags(change);
    const pages = invalidatedPageTags(change);
    return admission === 'all' || counts === 'all' || pages === 'all'
      ? 'all'
      : [...admission, ...counts, ...pages];
  });
  const open = ({ bytes, heapShare, perSession }: (typeof limits)['counts']) =>
    createTaggedCache<CachedResponse>({
      changedTags,
      clock,
      maxEntries: Math.floor((getHeapStatistics().heap_size_limit * heapShare) / bytes),
      maxEntriesPerFirstTag: perSession,
    });
  const caches = { counts: open(limits.counts), pages: open(limits.pages) };
  return createResponseCache({ ...caches, tagsOf: admissionTags });
}
