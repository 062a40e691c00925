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
 * `bytes`: heap bytes of one cached response with its keys, measured for counts and the maximum for pages; each client polls two
 * counts. `heapShare`: fraction of the heap. 100,000 clients take 200 MB of the 2 GB heap that Node gets on a 4 GB machine for
 * counts. `perSession`: a session polls two counts for each of its tenants, and opens few pages.
 */
const limits = {
  counts: { bytes: 1000, heapShare: 0.1, perSession: 16 },
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
      maxEntries: Math.floor((getHeapStatistics().heap_size_limit * heapShare) / bytes),
      maxEntriesPerFirstTag: perSession,
    });
  const caches = { counts: open(limits.counts), pages: open(limits.pages) };
  return createResponseCache({ ...caches, clock, tagsOf: admissionTags });
}
