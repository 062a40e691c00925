import { getHeapStatistics } from 'node:v8';
import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import { freshCache } from '../infra/changes/fresh-cache.adapter.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import { type KeptAnswer, type KeptAnswers, keepAnswers } from '../infra/http/kept-answers.adapter.ts';
import { admissionTags, admissionTouches } from '../modules/accounts/gate-cache.usecases.ts';
import { countTouches } from '../modules/workflow/count-cache.usecases.ts';

/** Bytes of the heap that one kept answer takes with its names, measured; each client has two. */
const bytesEach = 1000;
/** The part of its heap that a node gives them: 100,000 clients in 200 MB, on a machine of 4 GB, where Node takes 2 GB. */
const share = 0.1;

/** A session of a person of several tenants polls two answers of each. */
const perSession = 16;

/** Answers to polls, kept until a change concerns who may ask or what is answered. */
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
