import { createSign, generateKeyPairSync } from 'node:crypto';
import { codeName } from '@sealflow/domain/updates';
import { beforeEach, expect, it } from 'vitest';
import type { OfferedCode } from '../../ports/app-update.port.ts';
import { type Death, mortal } from '../../tests/killed.ts';
import { createMemoryPlatform } from '../memory/index.ts';
import { installBridge, NativeError } from './tests/bridge.ts';
import { nativeLiveUpdate, type Served, sha256Of } from './tests/native-live-update.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const sign = (bytes: string, key: string = privateKey) =>
  createSign('RSA-SHA256').update(bytes).sign(key, 'base64');

const none = async () => undefined;
// Capacitor looks once at what there is, when a plugin is first named.
installBridge({
  LiveUpdate: nativeLiveUpdate({ publicKey, served: new Map() }).methods,
  App: { getInfo: none },
  Filesystem: { readFile: none },
  PackageInstaller: { install: none },
  AppLauncher: { openUrl: none },
});
const { createCapacitorAppUpdate } = await import('./app-update.adapter.ts');

const brought = '1.2.0.1';
const served = new Map<string, Served>();

function offer(
  version: string,
  changed: Partial<OfferedCode> & { readonly says?: string; readonly push?: string } = {},
): OfferedCode {
  const { says = version, push = 'vendor', ...more } = changed;
  const built = JSON.stringify({ environment: 'production', push, version: says });
  const bytes = JSON.stringify({ 'index.html': `<p>${version}</p>`, 'build.json': built });
  const uri = `https://files.example/${version}`;
  served.set(uri, { bytes });
  return { version, minAppVer: '1.2.0', uri, sha256: sha256Of(bytes), signature: sign(bytes), ...more };
}

/** A phone, and the app on it: it is started, and does what it does after the sign-in. */
function phone(isVerified = true) {
  const native = nativeLiveUpdate({ publicKey, served });
  const { preferences } = createMemoryPlatform();
  let now = 1_000_000;
  const runs = () => {
    const current = native.current();
    const built = current === null ? undefined : native.filesOf(current)?.['build.json'];
    return built === undefined ? brought : (JSON.parse(built) as { version: string }).version;
  };
  const open = (death: Death | null = null) => {
    const life = mortal(death);
    const each = (methods: Readonly<Record<string, (options: never) => Promise<unknown>>>) =>
      Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (options: never) => life.call(() => method(options)),
        ]),
      );
    installBridge({
      LiveUpdate: each(native.methods),
      App: each({ getInfo: async () => ({ version: '1.2.0', build: native.disk.build }) }),
      Filesystem: each({
        readFile: async ({ path }: { path: string }) => {
          const [, id = '', name = ''] = path.split('/');
          const data = native.filesOf(id)?.[name];
          if (data === undefined) throw new NativeError('OS-PLUG-FILE-0008');
          return { data };
        },
      }),
    });
    const kept = {
      get: (key: never) => life.call(() => preferences.get(key)),
      set: (key: never, value: string) => life.call(() => preferences.set(key, value)),
      remove: (key: never) => life.call(() => preferences.remove(key)),
    };
    const running = {
      preferences: { ...preferences, ...kept },
      version: runs(),
      environment: 'production',
      push: 'vendor',
      isVerified,
      now: () => now,
    };
    return { life, port: createCapacitorAppUpdate(running, runs()) };
  };
  return {
    native,
    preferences,
    runs,
    /** One whole life of the app; its code comes up unless told otherwise. */
    live: async (latest: () => Promise<OfferedCode | null>, death: Death | null = null) => {
      native.start();
      const { life, port } = open(death);
      let found: 'none' | 'ready' | undefined;
      const end = await life.run(async () => {
        await port.started();
        found = await port.fetchCode(latest);
      });
      return { end, found };
    },
    /** Code that never says that it came up; the device takes it back, and the old one begins. */
    fail: async (death: Death | null = null) => {
      native.start();
      native.rollBack();
      const { life, port } = open(death);
      return life.run(() => port.started());
    },
    open,
    later: (ms: number) => {
      now += ms;
    },
  };
}

const day = 24 * 60 * 60 * 1000;
beforeEach(() => served.clear());

it('fetches newer code, starts it next, and leaves it alone from then on', async () => {
  const { live, runs, native } = phone();
  const latest = async () => offer('1.2.0.2');
  expect((await live(latest)).found).toBe('ready');
  expect(runs()).toBe(brought);
  expect((await live(latest)).found).toBe('none');
  expect(runs()).toBe('1.2.0.2');
  expect(native.downloaded).toHaveLength(1);
  expect((await live(async () => offer('1.2.0.3'))).found).toBe('ready');
  expect((await live(async () => null)).found).toBe('none');
  expect(runs()).toBe('1.2.0.3');
  expect([...native.disk.bundles.keys()], 'what is not used any more goes').toHaveLength(1);
});

it('starts it at once where the person wants that', async () => {
  const { live, open, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  await open().port.startCode();
  expect(runs()).toBe('1.2.0.2');
});

it.each([
  ['nothing', async () => null],
  ['older code', async () => offer('1.2.0.0')],
  ['the code that it has', async () => offer(brought)],
  ['code for a newer shell', async () => offer('1.3.0.0', { minAppVer: '1.3.0' })],
])('fetches nothing where there is %s', async (_, latest) => {
  const { live, native } = phone();
  expect((await live(latest)).found).toBe('none');
  expect(native.downloaded).toEqual([]);
});

it('takes no code at all without a key to verify it by', async () => {
  const { live, native } = phone(false);
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('none');
  expect(native.downloaded).toEqual([]);
});

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

it.each([
  ['signed by somebody else', () => offer('1.2.0.2', { signature: sign('x', stranger.privateKey) })],
  ['without a signature', () => ({ ...offer('1.2.0.2'), signature: 'none' })],
  [
    'changed on its way, so that neither hash nor signature are its own',
    () => {
      const given = offer('1.2.0.2');
      served.set(given.uri, { bytes: `${served.get(given.uri)?.bytes} ` });
      return given;
    },
  ],
  ['old, under a new number', () => offer('1.2.0.2', { says: '1.1.0.9' })],
  ['of a build with another push service', () => offer('1.2.0.2', { push: 'none' })],
])('refuses code that is %s, keeps the old one, and asks for it no more that day', async (_, given) => {
  const { live, runs, native, later } = phone();
  const offered = given();
  expect((await live(async () => offered)).found).toBe('none');
  expect((await live(async () => offered)).found).toBe('none');
  expect(runs()).toBe(brought);
  expect(native.disk.bundles.size).toBe(0);
  expect(native.downloaded).toHaveLength(1);
  later(day + 1);
  await live(async () => offered);
  expect(native.downloaded).toHaveLength(2);
  // Better code is not held up by it.
  expect((await live(async () => offer('1.2.0.3'))).found).toBe('ready');
});

it('fails with the line, and is whole at the next attempt', async () => {
  const { live, open } = phone();
  const lost = { ...offer('1.2.0.2'), uri: 'https://files.example/nowhere' };
  await expect(open().port.fetchCode(async () => lost)).rejects.toThrow('could not be downloaded');
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('ready');
});

it('does not start what the service has withdrawn meanwhile', async () => {
  const { live, open, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  await open().port.fetchCode(async () => null);
  await live(async () => null);
  expect(runs()).toBe(brought);
  expect((await live(async () => offer('1.2.0.2'))).found, 'where it is given again').toBe('ready');
});

it('tries code that did not come up on another day, and after the third time no more', async () => {
  const { live, fail, runs, native, later } = phone();
  const latest = async () => offer('1.2.0.2');
  for (const times of [1, 2, 3]) {
    expect((await live(latest)).found).toBe('ready');
    await fail();
    expect(runs()).toBe(brought);
    expect((await live(latest)).found, 'not on the same day').toBe('none');
    expect(native.downloaded).toHaveLength(times);
    later(day + 1);
    await live(async () => null);
  }
  later(100 * day);
  expect((await live(latest)).found).toBe('none');
  expect((await live(async () => offer('1.2.0.3'))).found, 'better code').toBe('ready');
});

it('forgives code that ran well a start that a phone spoiled', async () => {
  const { live, fail, runs } = phone();
  const latest = async () => offer('1.2.0.2');
  await live(latest);
  await live(latest);
  expect(runs()).toBe('1.2.0.2');
  await fail();
  expect(runs()).toBe(brought);
  expect((await live(latest)).found).toBe('ready');
});

it('begins with what a new shell brings', async () => {
  const { live, native, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  native.start('101');
  expect(runs()).toBe(brought);
  // It was not at fault, and may come again.
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('ready');
});

const moments = ['before', 'after'] as const;

it.each(moments)('a hot update killed %s any call is resumed, never half', async (when) => {
  const latest = async () => offer('1.2.0.2');
  let end = '';
  let at = 0;
  while (end !== 'done') {
    at += 1;
    const { live, runs, native } = phone();
    end = (await live(latest, { at, when })).end;
    expect(native.disk.next === null || native.disk.bundles.has(native.disk.next)).toBe(true);
    // The next start runs what is whole: the old, or the new.
    await live(latest);
    expect([brought, '1.2.0.2']).toContain(runs());
    await live(latest);
    await live(latest);
    expect(runs(), `killed ${when} call ${at}`).toBe('1.2.0.2');
    const id = codeName(offer('1.2.0.2'));
    expect(JSON.stringify(native.filesOf(id))).toBe(served.get('https://files.example/1.2.0.2')?.bytes);
  }
  expect(at).toBeGreaterThan(8);
});

it.each(moments)(
  'code that did not come up is left alone, killed %s any call of the return',
  async (when) => {
    const latest = async () => offer('1.2.0.2');
    let end = '';
    for (let at = 1; end !== 'done'; at += 1) {
      const { live, fail, runs, native } = phone();
      await live(latest);
      end = await fail({ at, when });
      for (const _ of [1, 2, 3]) await live(latest);
      expect(runs(), `killed ${when} call ${at}`).toBe(brought);
      expect(native.downloaded).toHaveLength(1);
    }
  },
);

it.each([
  ['hash_differs', 'hash_differs'],
  ['signer_differs', 'signer_differs'],
  ['not_allowed', 'not_allowed'],
  ['UNIMPLEMENTED', 'refused'],
] as const)('a package that the installer rejects with %s is refused: %s', async (code, refusal) => {
  const { open } = phone();
  const { port } = open();
  const calls = installBridge({
    PackageInstaller: { install: () => Promise.reject(new NativeError(code)) },
  });
  const given = { path: 'updates/sealflow-1.3.0.apk', name: 'sealflow-1.3.0.apk', sha256: 'ab' };
  await expect(port.openInstaller(given)).rejects.toMatchObject({ name: 'InstallError', code: refusal });
  expect(calls[0]?.options).toEqual({ path: given.path, sha256: given.sha256 });
});

it('opens the page of a store, and says where there is none', async () => {
  const { port } = phone().open();
  let completed = true;
  const calls = installBridge({ AppLauncher: { openUrl: async () => ({ completed }) } });
  await port.openStore('https://store.example/app');
  expect(calls[0]?.options).toEqual({ url: 'https://store.example/app' });
  await expect(port.openStore('itms-services://?action=download')).rejects.toMatchObject({ code: 'refused' });
  expect(calls).toHaveLength(1);
  completed = false;
  await expect(port.openStore('https://store.example/app')).rejects.toMatchObject({ code: 'refused' });
});
