import { getHeapStatistics } from 'node:v8';
import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import { freshCache } from '../infra/changes/fresh-cache.adapter.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import { type KeptAnswer, type KeptAnswers, keepAnswers } from '../infra/http/kept-answers.adapter.ts';
import { admissionTags, admissionTouches } from '../modules/accounts/gate-cache.usecases.ts';
import { countTouches } from '../modules/workflow/count-cache.usecases.ts';

/** Heap bytes of one cached response with its keys, measured. Each client has two. */
const bytesEach = 1000;
/**
 * Fraction of the heap for the cache: 100,000 clients take 200 MB of the 2 GB heap that Node gets on a 4 GB machine.
 */
const share = 0.1;

/** A session polls two responses for each of its tenants. */
const perSession = 16;

/** Responses to polls, cached until a change affects who may call or what is answered. */
export function keptAnswers({ changes, clock }: { changes: ChangeFeed; clock: Clock }): KeptAnswers {
  const cache = freshCache<KeptAnswer>({
    changes,
    most: Math.floor((getHeapStatistics().heap_size_limit * share) / bytesEach),
    mostEach: perSession,
    touches: (change) => {
      const admission = admissionTouches(change);
      const counts = countTouches(change);
      return admission === 'all' || counts === 'all' ? 'all' : [...admission, ...counts];
    },
  });
  return keepAnswers({ cache, clock, tagsOf: admissionTags });
}
