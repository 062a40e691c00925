import { describe, expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { createApi } from '../api/index.ts';
import { type Answers, answering, json, nothing, offline, refusal } from '../session/tests/answers.ts';
import { backOff, endPush, keepRegistering } from './registration.usecases.ts';

const keyCall = 'GET /api/v1/push/vapid-key';
const key = () => json({ key: 'vapid' });

async function device(answers: Answers) {
  const platform = createMemoryPlatform();
  const { id } = await platform.deviceKeys.ensure();
  const { send, asked } = answering({
    [keyCall]: key,
    ...Object.fromEntries(
      Object.entries(answers).map(([method, answer]) => [`${method} /api/v1/devices/${id}/push`, answer]),
    ),
  });
  const api = createApi({
    host: 'https://host.example',
    token: async () => 'token',
    isOnline: () => true,
    language: () => 'zh',
    onFailure: () => undefined,
    fetch: send,
  });
  const deps = { api, platform, accountId: 'a1', language: 'zh' } as const;
  return { platform, deps, asked: () => asked.filter((name) => name.endsWith('/push')).length };
}

/** Waits for nothing, and keeps how long it was to wait. */
function patience() {
  const waits: number[] = [];
  const signal = new AbortController().signal;
  return { waits, waiting: { signal, wait: async (ms: number) => void waits.push(ms) } };
}

describe('a registration', () => {
  it('has the id of the account as its alias and among its tags', async () => {
    const bodies: unknown[] = [];
    const { deps, platform } = await device({
      PUT: async (request) => {
        bodies.push(await request.json());
        return nothing();
      },
    });
    expect(await keepRegistering(deps, patience().waiting)).toBe(true);
    expect(bodies).toEqual([{ provider: 'webpush', token: 'subscription:vapid', alias: 'a1', tags: ['a1'] }]);
    expect(platform.push.record()).toMatchObject({ accountId: 'a1', language: 'zh' });
  });

  it('is tried again after a failure, later and later', async () => {
    let failures = 3;
    const given = await device({
      PUT: (request) => {
        failures -= 1;
        return failures < 0 ? nothing() : offline(request);
      },
    });
    const { waits, waiting } = patience();
    expect(await keepRegistering(given.deps, waiting)).toBe(true);
    expect([given.asked(), waits]).toEqual([4, [2_000, 4_000, 8_000]]);
    expect(backOff(30)).toBe(300_000);
  });

  it('is given up where the service does not take it', async () => {
    const given = await device({ PUT: () => refusal('push.provider_not_configured', 409) });
    const { waits, waiting } = patience();
    expect(await keepRegistering(given.deps, waiting)).toBe(false);
    expect([given.asked(), waits]).toEqual([1, []]);
  });

  it('ends at the service and on the device, whatever fails', async () => {
    const { deps, platform } = await device({ PUT: nothing, DELETE: offline });
    await keepRegistering(deps, patience().waiting);
    await endPush(deps);
    expect(platform.push.record()).toBeNull();
  });
});
