import { getHeapStatistics } from 'node:v8';
import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { ResponseCache } from '../infra/http/response-cache.port.ts';
import {
  type CachedResponse,
  createResponseCache,
} from '../infra/response-cache/response-cache.middleware.ts';
import { createTaggedCache } from '../infra/response-cache/tagged-cache.util.ts';
import { admissionTags, tagsOfChange } from '../modules/accounts/authentication/admission-cache.usecases.ts';
import { invalidatedTags } from '../modules/workflow/count-cache.usecases.ts';

/** Heap bytes of one cached response with its keys, measured. Each client has two. */
const entryBytes = 1000;
/**
 * Fraction of the heap for the cache: 100,000 clients take 200 MB of the 2 GB heap that Node gets on a 4 GB machine.
 */
const heapShare = 0.1;

/** A session polls two responses for each of its tenants. */
const maxEntriesPerSession = 16;

/** Responses to polls, cached until a change affects who may call or what is answered. */
export function createPollCache({ changes, clock }: { changes: ChangeFeed; clock: Clock }): ResponseCache {
  const cache = createTaggedCache<CachedResponse>({
    changes,
    maxEntries: Math.floor((getHeapStatistics().heap_size_limit * heapShare) / entryBytes),
    maxEntriesPerFirstTag: maxEntriesPerSession,
    affectedTags: (change) => {
      const admission = tagsOfChange(change);
      const counts = invalidatedTags(change);
      return admission === 'all' || counts === 'all' ? 'all' : [...admission, ...counts];
    },
  });
  return createResponseCache({ cache, clock, tagsOf: admissionTags });
}
