import { toHex } from '@sealflow/tdf/base64';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answers, createFakeFetch, json, offline, refusal } from '../../../testing/session/answers.ts';
import { createTestApi } from '../../../testing/session/test-api.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { appVersion } from './app-version.util.ts';
import {
  checkAppUpdate,
  checkForUpdate,
  createHotCheck,
  isFirstStartOfCode,
  postponeUpdate,
} from './check-update.usecases.ts';
import { downloadUpdate } from './download-update.usecases.ts';
import { useUpdates } from './updates.store.ts';

const latest = 'GET /api/v1/releases/android/latest';
const fileOf = 'GET /api/v1/releases/files/u1';
const bytes = new TextEncoder().encode('a package of the app');

async function sha256(): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return toHex(digest);
}

const release = async (appVer: string, attachment: object = {}) => {
  const own = { name: 'a.apk', uri: 'https://files.example/api/v1/releases/files/u1', size: bytes.length };
  return json({ appVer, notes: 'n', attachments: [{ ...own, sha256: await sha256(), ...attachment }] });
};

function device(answers: Answers, releases: 'android' | 'ios' | null = 'android') {
  const platform = createMemoryPlatform();
  platform.updates.releases = releases;
  const { send, requests } = createFakeFetch(answers);
  const api = createTestApi({ host: 'https://files.example', fetch: send });
  return { platform, requests, deps: { api, platform }, done: platform.updates.done };
}

beforeEach(() => useUpdates.setState({ offer: null, download: null, postponed: [] }));

describe('update check', () => {
  it('offers a newer release, and checks for a hot update when the release is postponed', async () => {
    const { deps, done } = device({ [latest]: () => release('9.0.0') });
    expect(await checkForUpdate(deps)).toEqual({ found: 'offered', version: '9.0.0' });
    expect(useUpdates.getState().offer).toMatchObject({
      version: '9.0.0',
      file: { name: 'sealflow-9.0.0.apk' },
    });
    expect(done).toEqual([]);
    await postponeUpdate(deps);
    expect(useUpdates.getState().offer).toBeNull();
    expect(done).toEqual(['fetch code']);
    await checkAppUpdate(deps);
    expect(useUpdates.getState().offer, 'not offered again of its own accord').toBeNull();
    expect((await checkForUpdate(deps)).found, 'but when asked for').toBe('offered');
  });

  it.each([
    ['the same version', () => release('0.1.0')],
    ['a system without a release', () => json(null)],
  ])('checks for a hot update with %s', async (_, answer) => {
    const { deps, platform, done } = device({ [latest]: answer });
    expect((await checkForUpdate(deps)).found).toBe('latest');
    platform.updates.hasNewCode = true;
    expect((await checkForUpdate(deps)).found).toBe('ready');
    expect(done).toEqual(['fetch code', 'fetch code']);
  });

  it('requests no release on a PC, where the page is the version of the service', async () => {
    const { deps, requests, done } = device({}, null);
    expect(await checkForUpdate(deps)).toEqual({ found: 'latest', version: appVersion });
    expect(requests).toEqual([]);
    expect(done).toEqual(['fetch code']);
  });

  it('skips an automatic check where automatic updates are off, and shows no error on failure', async () => {
    const { deps, platform, done } = device({ [latest]: () => release('0.1.0') });
    await platform.preferences.set('autoUpdate', 'false');
    await checkAppUpdate(deps);
    expect(done).toEqual([]);
    const away = device({ [latest]: offline });
    await checkAppUpdate(away.deps);
    await expect(checkForUpdate(away.deps)).rejects.toMatchObject({ code: 'app.network_error' });
  });

  it('asks the device once for concurrent requests', async () => {
    const check = createHotCheck(10);
    let requests = 0;
    const port = {
      downloadCode: async () => {
        requests += 1;
        return 'ready' as const;
      },
    };
    const latest = async () => null;
    expect(await Promise.all([1, 2, 3].map(() => check(port, latest)))).toEqual(['ready', 'ready', 'ready']);
    expect(requests).toBe(1);
    await check(port, latest);
    expect(requests).toBe(2);
  });
});

describe('update download', () => {
  const offered = async (given: ReturnType<typeof device>) => {
    await checkForUpdate(given.deps);
    const { offer } = useUpdates.getState();
    if (offer === null) throw new Error('nothing is offered');
    return offer;
  };

  it('opens the installer with a package named after the version, and downloads it once', async () => {
    const given = device({ [latest]: () => release('9.0.0'), [fileOf]: () => new Response(bytes) });
    const offer = await offered(given);
    expect(await downloadUpdate(given.deps, offer)).toBe(true);
    expect(await downloadUpdate(given.deps, offer)).toBe(true);
    const install = 'install updates/sealflow-9.0.0.apk as sealflow-9.0.0.apk';
    expect(given.done).toEqual([install, install]);
    expect(given.requests.filter((name) => name === fileOf)).toHaveLength(1);
    expect(useUpdates.getState().download).toBeNull();
  });

  it('of a package that was withdrawn in the meantime fails without an installation', async () => {
    const gone = () => refusal('file.file_does_not_exist', 404);
    const given = device({ [latest]: () => release('9.0.0'), [fileOf]: gone });
    const failing = downloadUpdate(given.deps, await offered(given));
    await expect(failing).rejects.toMatchObject({ code: 'file.file_does_not_exist' });
    expect(given.done).toEqual([]);
    expect(await given.platform.preferences.get('updatePackage')).toBeNull();
  });

  it.each([
    ['signer_differs', 'update.package_untrusted', false],
    ['hash_differs', 'update.package_untrusted', false],
    ['not_newer', 'update.package_not_newer', false],
    ['not_allowed', 'update.install_not_allowed', true],
    ['no_room', 'file.storage_full', true],
    ['no_installer', 'update.no_installer', true],
    ['refused', 'update.install_failed', true],
  ] as const)(
    'rejected by the installer with %s reports %s; the package is kept: %s',
    async (refusal, code, stays) => {
      const given = device({ [latest]: () => release('9.0.0'), [fileOf]: () => new Response(bytes) });
      const offer = await offered(given);
      given.platform.updates.refusal = refusal;
      await expect(downloadUpdate(given.deps, offer)).rejects.toMatchObject({ code });
      given.platform.updates.refusal = null;
      // After the settings allow the installation, the stored package is not downloaded again.
      expect(await downloadUpdate(given.deps, offer)).toBe(true);
      expect(given.requests.filter((name) => name === fileOf)).toHaveLength(stays ? 1 : 2);
    },
  );

  it.each([
    ['that reports the size in a range response', { 'Content-Range': `bytes 0-0/${bytes.length}` }, 206],
    ['that ignores ranges', { 'Content-Length': String(bytes.length) }, 200],
  ])(
    'of a release with only a name and an address is installed, from a service %s',
    async (_, headers, status) => {
      let requests = 0;
      const given = device({
        [latest]: () => release('9.0.0', { size: undefined, sha256: undefined }),
        [fileOf]: () => {
          requests += 1;
          return requests === 1 ? new Response(bytes.slice(0, 1), { headers, status }) : new Response(bytes);
        },
      });
      expect(await downloadUpdate(given.deps, await offered(given))).toBe(true);
      expect(given.done).toEqual(['install updates/sealflow-9.0.0.apk as sealflow-9.0.0.apk']);
      expect(await given.platform.preferences.get('updatePackage')).toBe(await sha256());
      expect(useUpdates.getState().download).toBeNull();
    },
  );

  it('of unknown size is left to the system', async () => {
    const given = device({
      [latest]: () => release('9.0.0', { size: undefined, sha256: undefined }),
      [fileOf]: () => new Response(new ReadableStream({ start: (one) => one.close() })),
    });
    expect(await downloadUpdate(given.deps, await offered(given))).toBe(true);
    expect(given.done).toEqual(['open https://files.example/api/v1/releases/files/u1']);
  });

  it.each([
    ['https://files.example/download/sealflow.apk', { uri: null }],
    ['/download/sealflow.apk', { uri: null }],
    ['https://files.example/download', { uri: null }],
    ['https://elsewhere.example/sealflow.apk', null],
    ['https://files.example/api/v1/releases/files/u7', { uri: 'u7' }],
  ])('is done by the app from its own service only: %s', async (uri, file) => {
    const given = device({ [latest]: () => release('9.0.0', { uri, size: undefined, sha256: undefined }) });
    const { file: found } = await offered(given);
    expect(found && { uri: found.uri }).toEqual(file);
  });

  it('of a newer release for iOS opens the page of the App Store', async () => {
    const page = { uri: 'https://apps.apple.com/app/id1', size: undefined, sha256: undefined };
    const given = device({ 'GET /api/v1/releases/ios/latest': () => release('9.0.0', page) }, 'ios');
    expect(await downloadUpdate(given.deps, await offered(given))).toBe(true);
    expect(given.done).toEqual(['open https://apps.apple.com/app/id1']);
    expect(given.requests).toEqual(['GET /api/v1/releases/ios/latest']);
  });

  it('opens a store page', async () => {
    const store = { uri: 'https://store.example/app', size: undefined, sha256: undefined };
    const given = device({ [latest]: () => release('9.0.0', store) });
    expect(await downloadUpdate(given.deps, await offered(given))).toBe(true);
    expect(given.done).toEqual(['open https://store.example/app']);
  });
});

it('detects the first start of a hot update, once', async () => {
  const platform = createMemoryPlatform();
  expect(await isFirstStartOfCode(platform), 'the very first start').toBe(false);
  expect(await isFirstStartOfCode(platform)).toBe(false);
  platform.updates.codeId = 'build-2';
  expect(await isFirstStartOfCode(platform)).toBe(true);
  expect(await isFirstStartOfCode(platform)).toBe(false);
});
