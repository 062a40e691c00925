import { limits } from '@sealflow/domain/limits';
import { usesDialect16 } from '@sealflow/domain/versions';
import { useEffect, useState } from 'react';
import { type Api, useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { onLiveEvent } from '../../platform/live/live.hook.ts';
import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';
import { coalesceCalls } from '../../platform/timing.util.ts';
import { noBadges, registerPoll, useBadges } from './badges.store.ts';

/** Queries of the count calls of section 7, in the tenant's protocol version. */
export function countQueries(serviceVersion: string) {
  const count = { skip: 0, limit: 0 };
  return usesDialect16(serviceVersion)
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

/**
 * Sends a request at once and then every `intervalMs`. Each round aborts the previous one, and failures are ignored:
 * the next round follows soon enough. `pollNow` starts a round in between, `stop` ends the polling.
 */
export function startPolling(
  request: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
): { readonly pollNow: () => void; readonly stop: () => void } {
  let controller = new AbortController();
  const pollNow = () => {
    controller.abort();
    controller = new AbortController();
    request(controller.signal).catch(() => undefined);
  };
  pollNow();
  const timer = setInterval(pollNow, intervalMs);
  return {
    pollNow,
    stop: () => {
      clearInterval(timer);
      controller.abort();
    },
  };
}

/** One decision changes a task, a flow and a message; they cause one poll. */
const coalesceMs = 250;

/**
 * Polls the counts at once and every 60 s: each round aborts the previous one, and no failure is shown (section 7).
 * Events cause a round in between.
 */
export function useBadgePoll(): void {
  const api = useApi();
  const tenant = useTenant();
  const { clock } = usePlatform();
  useEffect(() => {
    const { pollNow, stop } = startPolling((signal) => fetchCounts(api, tenant, signal), limits.badgePollMs);
    registerPoll(pollNow);
    const { schedule, cancel } = coalesceCalls(pollNow, coalesceMs);
    const startedAt = clock.now();
    const unsubscribe = onLiveEvent((_, requestedAt) => {
      // The first connection reports possible changes at once, and the first round has just fetched them.
      if (requestedAt === null || requestedAt > startedAt + coalesceMs) schedule();
    });
    return () => {
      unsubscribe();
      cancel();
      registerPoll(undefined);
      stop();
      useBadges.setState(noBadges);
    };
  }, [api, tenant, clock]);
}

/**
 * Shows a badge on the app's icon while messages are unread: the constant of section 9, or their number where the
 * deployment chooses that. Section 5 forbids a badge before consent; no user is signed in before that.
 */
export function useAppBadge(): void {
  const api = useApi();
  const { appBadge } = usePlatform();
  const unread = useBadges(({ messages }) => messages);
  const [isCountShown, setCountShown] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    api
      .call('GET /api/v1/push/badge', { signal: controller.signal })
      .then(({ badge }) => setCountShown(badge === 'count'))
      // Without an answer the constant is shown.
      .catch(() => undefined);
    return () => controller.abort();
  }, [api]);
  const badgeValue = isCountShown ? unread : limits.unreadMessagesBadgeCount;
  useEffect(() => {
    void appBadge.show(unread > 0 ? badgeValue : 0);
  }, [appBadge, unread, badgeValue]);
  useEffect(() => () => void appBadge.show(0), [appBadge]);
}
