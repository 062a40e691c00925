import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeFetch, json, refusal } from '../../../testing/session/answers.ts';
import { createTestApi } from '../../../testing/session/test-api.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import type { Platform } from '../index.ts';
import { checkForUpdate, postponeUpdate } from './check-update.usecases.ts';
import { useUpdates } from './updates.store.ts';

// Sections 4, 5 and 9: version of the app, version of the service, action, action after a postponement.
const table = [
  ['1.2.3.4', '1.2.4', 'offer', 'code'],
  ['1.2.3.4', '1.2.4.0', 'offer', 'code'],
  ['1.9.0.0', '1.10.0', 'offer', 'code'],
  ['1.2.3.4', '2', 'offer', 'nothing'],
  ['1.2.3.4', '1.3', 'offer', 'nothing'],
  ['1.2.3.4', '1.2.4.0.1', 'offer', 'nothing'],
  ['1.2.3', '1.2.4', 'offer', 'nothing'],
  ['1.2.3.4', '1.2.3', 'code', null],
  ['1.2.3.4', '1.2.3.4', 'code', null],
  ['1.2.3.4', '1.2.3.9', 'code', null],
  ['1.2.3.4', '1.2.2', 'code', null],
  ['1.2.3.4', '1.2', 'nothing', null],
  ['1.2.3.4', '1.2.3.4.5', 'nothing', null],
  ['1.2.3.4', 'latest', 'nothing', null],
  ['1.2.3', '1.2.3', 'nothing', null],
  ['1.2.3.x', '1.2.3', 'nothing', null],
] as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useUpdates.setState({ offer: null, download: null, postponed: [] });
});
afterEach(() => vi.useRealTimers());

const attachments = {
  android: { uri: 'https://files.example/api/v1/releases/files/u1', size: 9, sha256: 'ab' },
  ios: { uri: 'https://store.example/app' },
};

function device(
  system: 'android' | 'ios' | null,
  { appVer, kind = 'native' }: { readonly appVer: string | null; readonly kind?: Platform['kind'] },
) {
  const memory = createMemoryPlatform();
  const offered: unknown[] = [];
  const platform: Platform = {
    ...memory,
    kind,
    appUpdate: {
      ...memory.appUpdate,
      releasePlatform: system,
      downloadCode: async (latest) => {
        offered.push(await latest());
        return 'none';
      },
    },
  };
  const release = { appVer, notes: '', attachments: [{ name: 'app', ...attachments[system ?? 'ios'] }] };
  const { send, requests } = createFakeFetch({
    [`GET /api/v1/releases/${system}/latest`]: () => json(appVer === null ? null : release),
    [`GET /api/v1/releases/${system}/bundle/latest`]: () => refusal('update.no_release', 404),
  });
  const api = createTestApi({ host: 'https://files.example', fetch: send });
  return { requests, offered, deps: { api, platform } };
}

/** Waits for the end of the work, including its delays. */
async function passed<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  void work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) await vi.advanceTimersByTimeAsync(100);
  return work;
}

describe.each(['android', 'ios'] as const)('on %s', (system) => {
  it.each(table)(
    '%s with the release %s: %s, and %s once it is postponed',
    async (localVersion, appVer, step, later) => {
      const { deps, requests, offered } = device(system, { appVer });
      const { found, version } = await passed(checkForUpdate({ ...deps, localVersion }));
      expect(version).toBe(appVer);
      expect(found).toBe(step === 'offer' ? 'offered' : 'latest');
      const { offer } = useUpdates.getState();
      expect(offer?.version ?? null).toBe(step === 'offer' ? appVer : null);
      // Without a package for this version the app opens the store.
      const isPackage = step === 'offer' && system === 'android' && appVer.split('.').length < 5;
      expect(offer?.file?.name ?? null).toBe(isPackage ? `sealflow-${appVer}.apk` : null);
      expect(offered).toEqual(step === 'code' ? [null] : []);
      await passed(postponeUpdate({ ...deps, localVersion }));
      expect(offered).toEqual(step === 'code' || later === 'code' ? [null] : []);
      const bundles = requests.filter((name) => name === `GET /api/v1/releases/${system}/bundle/latest`);
      expect(bundles).toHaveLength(offered.length);
    },
  );
});

it.each([
  ['android', 'native', '1.2.3.4', []],
  ['ios', 'native', '1.2.3.4', []],
  // The service of a page has no newer package for it, but may have newer code.
  ['android', 'web', '1.2.3.4', [null]],
  ['ios', 'web', '1.2.3.4', [null]],
  [null, 'web', '1.2.3.4', [null]],
  [null, 'web', '1.2.3', []],
] as const)(
  'without a release, on %s (%s) %s the requested code is %j',
  async (system, kind, localVersion, code) => {
    const { deps, requests, offered } = device(system, { appVer: null, kind });
    expect((await passed(checkForUpdate({ ...deps, localVersion }))).found).toBe('latest');
    expect(useUpdates.getState().offer).toBeNull();
    expect(offered).toEqual(code);
    expect(requests.some((name) => name.endsWith('/latest'))).toBe(system !== null);
  },
);
