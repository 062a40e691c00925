import { expect, it, vi } from 'vitest';
import {
  type Answers,
  createFakeFetch,
  json,
  nothing,
  offline,
  refusal,
} from '../../../testing/session/answers.ts';
import { createTestApi } from '../../../testing/session/test-api.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { endPush, registerUntilSuccess, registrationDelayMs, turnOnPush } from './registration.usecases.ts';

async function setUp(put: Answers[string]) {
  const platform = createMemoryPlatform();
  const { id } = await platform.deviceKeys.ensure();
  const path = `/api/v1/devices/${id}/push`;
  const { send, requests } = createFakeFetch({
    'GET /api/v1/push/vapid-key': () => json({ key: 'key' }),
    [`PUT ${path}`]: put,
    [`DELETE ${path}`]: nothing,
  });
  const api = createTestApi({ language: () => 'en', fetch: send });
  const deps = { api, platform, accountId: 'a1', language: 'en' } as const;
  return { deps, requests, path, platform, id };
}

it('registers with the account as alias and tag, and retries until the network recovers', async () => {
  const bodies: unknown[] = [];
  let failures = 2;
  const { deps, platform, id } = await setUp(async (request) => {
    failures -= 1;
    if (failures >= 0) return offline(request);
    bodies.push(await request.json());
    return nothing();
  });
  const wait = vi.fn<(ms: number) => Promise<void>>(async () => undefined);
  expect(await registerUntilSuccess(deps, { signal: new AbortController().signal, wait })).toBe(true);
  expect(wait.mock.calls).toEqual([[2000], [4000]]);
  expect(bodies).toEqual([{ provider: 'webpush', token: 'subscription:key', alias: 'a1', tags: ['a1'] }]);
  expect(platform.push.record()).toEqual({ accountId: 'a1', deviceId: id, language: 'en' });
});

it('does not retry after a refusal by the service', async () => {
  const { deps } = await setUp(() => refusal('push.endpoint_refused', 400));
  const wait = vi.fn<(ms: number) => Promise<void>>(async () => undefined);
  expect(await registerUntilSuccess(deps, { signal: new AbortController().signal, wait })).toBe(false);
  expect(wait).not.toHaveBeenCalled();
});

it('stops when its signal is aborted', async () => {
  const { deps } = await setUp(offline);
  const controller = new AbortController();
  const wait = async () => controller.abort();
  expect(await registerUntilSuccess(deps, { signal: controller.signal, wait })).toBe(false);
});

it('ends push notifications at the service and on the device', async () => {
  const { deps, requests, path, platform } = await setUp(nothing);
  await registerUntilSuccess(deps, { signal: new AbortController().signal, wait: async () => undefined });
  await endPush(deps);
  expect(requests).toContain(`DELETE ${path}`);
  expect(platform.push.record()).toBeNull();
});

it('doubles the delay after each failure, up to five minutes', () => {
  expect([1, 2, 3, 8, 9, 50].map(registrationDelayMs)).toEqual([2000, 4000, 8000, 256_000, 300_000, 300_000]);
});

it('stores the push setting before the first attempt, so that a network failure only delays it', async () => {
  const { deps, platform } = await setUp(async (request) => {
    expect(await platform.preferences.get('push')).toBe('on');
    return offline(request);
  });
  expect(await turnOnPush(deps)).toBe('waiting');
  expect(await platform.preferences.get('push')).toBe('on');
});

it('removes the push setting after a permanent refusal by the service', async () => {
  const { deps, platform } = await setUp(() => refusal('push.endpoint_refused', 400));
  expect(await turnOnPush(deps)).toBe('failed');
  expect(await platform.preferences.get('push')).toBeNull();
});
