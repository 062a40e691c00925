import { limits } from '@sealflow/domain/limits';
import { speaksSixteen } from '@sealflow/domain/versions';
import { useEffect } from 'react';
import { type Api, useApi } from '../../platform/api/index.ts';
import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';
import { noBadges, offerPoll, useBadges } from './badges.store.ts';

/** The count calls of section 7, in the dialect of the tenant. */
export function countQueries(serviceVersion: string) {
  const count = { skip: 0, limit: 0 };
  return speaksSixteen(serviceVersion)
    ? {
        flows: { ...count, filter: JSON.stringify({ state: 'awaiting_approval' }) },
        tasks: { ...count, filter: JSON.stringify({ state: 'awaiting', nodeType: 'approve' }) },
      }
    : {
        flows: { ...count, state: 'awaiting_approval' as const },
        tasks: { ...count, state: 'awaiting' as const, type: 'approval' as const },
      };
}

async function fetchCounts(api: Api, tenant: CurrentTenant | null, signal: AbortSignal): Promise<void> {
  const messages = api
    .call('GET /api/v1/user-msg-sessions', { query: { skip: 0, limit: 0 }, signal })
    .then(({ unread }) => useBadges.setState({ messages: unread }));
  if (tenant === null) return messages;
  const params = { tid: tenant.tid };
  const queries = countQueries(tenant.tserviceVersion);
  await Promise.allSettled([
    messages,
    api
      .call('GET /api/v1/tenants/{tid}/user-flows', { params, query: queries.flows, signal })
      .then(({ total }) => useBadges.setState({ flows: total })),
    api
      .call('GET /api/v1/tenants/{tid}/user-tasks', { params, query: queries.tasks, signal })
      .then(({ total }) => useBadges.setState({ tasks: total })),
  ]);
}

/** Polls the counts at once and every 60 s: each round aborts the one before, and no failure is shown (section 7). */
export function useBadgePoll(): void {
  const api = useApi();
  const tenant = useTenant();
  useEffect(() => {
    let round = new AbortController();
    const now = () => {
      round.abort();
      round = new AbortController();
      // The next round comes in a minute; a count that is late by one is no news to anybody.
      fetchCounts(api, tenant, round.signal).catch(() => undefined);
    };
    now();
    offerPoll(now);
    const timer = setInterval(now, limits.badgePollTime);
    return () => {
      clearInterval(timer);
      offerPoll(undefined);
      round.abort();
      useBadges.setState(noBadges);
    };
  }, [api, tenant]);
}
