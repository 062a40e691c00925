import type { ChangeFeed } from '../infra/changes/changes.port.ts';
import { freshCache } from '../infra/changes/fresh-cache.adapter.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import { type KeptAnswer, type KeptAnswers, keepAnswers } from '../infra/http/kept-answers.adapter.ts';
import { admissionTags, admissionTouches } from '../modules/accounts/gate-cache.usecases.ts';
import { countTouches } from '../modules/workflow/count-cache.usecases.ts';

/** Answers to polls, kept until a change concerns who may ask or what is answered. */
export function keptAnswers({ changes, clock }: { changes: ChangeFeed; clock: Clock }): KeptAnswers {
  const cache = freshCache<KeptAnswer>({
    changes,
    most: 20_000,
    touches: (change) => {
      const admission = admissionTouches(change);
      const counts = countTouches(change);
      return admission === 'all' || counts === 'all' ? 'all' : [...admission, ...counts];
    },
  });
  return keepAnswers({ cache, clock, tagsOf: admissionTags });
}
