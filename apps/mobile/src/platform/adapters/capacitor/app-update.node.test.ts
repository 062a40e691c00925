import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { installBridge, NativeError } from '../../../../testing/capacitor/bridge.ts';
import { offer, phone, served, shellVersion, sign } from '../../../../testing/capacitor/code-phone.ts';

const day = 24 * 60 * 60 * 1000;
beforeEach(() => served.clear());

it('downloads a newer bundle once and starts it at the next launch', async () => {
  const { live, runs, native } = phone();
  const latest = async () => offer('1.2.0.2');
  expect((await live(latest)).found).toBe('ready');
  expect(runs()).toBe(shellVersion);
  expect((await live(latest)).found).toBe('none');
  expect(runs()).toBe('1.2.0.2');
  expect(native.downloaded).toHaveLength(1);
  expect((await live(async () => offer('1.2.0.3'))).found).toBe('ready');
  expect((await live(async () => null)).found).toBe('none');
  expect(runs()).toBe('1.2.0.3');
  expect([...native.disk.bundles.keys()], 'what is not used any more goes').toHaveLength(1);
});

it('starts a bundle at once on request', async () => {
  const { live, open, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  await open().port.startCode();
  expect(runs()).toBe('1.2.0.2');
});

it.each([
  ['nothing', async () => null],
  ['older code', async () => offer('1.2.0.0')],
  ['the code that it has', async () => offer(shellVersion)],
  ['code for a newer shell', async () => offer('1.3.0.0', { minAppVer: '1.3.0' })],
])('downloads nothing when the service offers %s', async (_, latest) => {
  const { live, native } = phone();
  expect((await live(latest)).found).toBe('none');
  expect(native.downloaded).toEqual([]);
});

it('downloads no bundle without a key to verify it', async () => {
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
  ['old, under a new number', () => offer('1.2.0.2', { builtVersion: '1.1.0.9' })],
  ['of a build with another push service', () => offer('1.2.0.2', { push: 'none' })],
])('rejects a bundle that is %s, keeps the old one and does not retry on the same day', async (_, given) => {
  const { live, runs, native, later } = phone();
  const offered = given();
  expect((await live(async () => offered)).found).toBe('none');
  expect((await live(async () => offered)).found).toBe('none');
  expect(runs()).toBe(shellVersion);
  expect(native.disk.bundles.size).toBe(0);
  expect(native.downloaded).toHaveLength(1);
  later(day + 1);
  await live(async () => offered);
  expect(native.downloaded).toHaveLength(2);
  // The failed code does not block a later version.
  expect((await live(async () => offer('1.2.0.3'))).found).toBe('ready');
});

it('does not download a bundle with a digest mismatch at the service, nor retry on the same day', async () => {
  const { live, runs, native, later } = phone();
  const offered = offer('1.2.0.2', { sha256: '0'.repeat(64) });
  expect((await live(async () => offered)).found).toBe('none');
  expect(runs()).toBe(shellVersion);
  expect(native.downloaded).toEqual([]);
  later(day + 1);
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('ready');
});

it('fails with the network error, and succeeds at the next attempt', async () => {
  const { live, open } = phone();
  const lost = { ...offer('1.2.0.2'), uri: 'https://files.example/nowhere' };
  await expect(open().port.downloadCode(async () => lost)).rejects.toThrow('the line is down');
  const gone = offer('1.2.0.3');
  served.delete(gone.uri);
  await expect(open().port.downloadCode(async () => gone)).rejects.toThrow('could not be downloaded');
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('ready');
});

it('does not start a bundle that the service has withdrawn in the meantime', async () => {
  const { live, open, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  await open().port.downloadCode(async () => null);
  await live(async () => null);
  expect(runs()).toBe(shellVersion);
  expect((await live(async () => offer('1.2.0.2'))).found, 'where it is given again').toBe('ready');
});

it('retries a bundle that failed to start on another day, and gives up after the third attempt', async () => {
  const { live, fail, runs, native, later } = phone();
  const latest = async () => offer('1.2.0.2');
  for (const times of [1, 2, 3]) {
    expect((await live(latest)).found).toBe('ready');
    await fail();
    expect(runs()).toBe(shellVersion);
    expect((await live(latest)).found, 'not on the same day').toBe('none');
    expect(native.downloaded).toHaveLength(times);
    later(day + 1);
    await live(async () => null);
  }
  later(100 * day);
  expect((await live(latest)).found).toBe('none');
  expect((await live(async () => offer('1.2.0.3'))).found, 'better code').toBe('ready');
});

it('offers a bundle that ran well before again after one failed start', async () => {
  const { live, fail, runs } = phone();
  const latest = async () => offer('1.2.0.2');
  await live(latest);
  await live(latest);
  expect(runs()).toBe('1.2.0.2');
  await fail();
  expect(runs()).toBe(shellVersion);
  expect((await live(latest)).found).toBe('ready');
});

it('starts with the built-in bundle of a new shell', async () => {
  const { live, native, runs } = phone();
  await live(async () => offer('1.2.0.2'));
  native.start('101');
  expect(runs()).toBe(shellVersion);
  // The code did not cause the failure, so it may be downloaded again.
  expect((await live(async () => offer('1.2.0.2'))).found).toBe('ready');
});

it.each([
  ['hash_differs', 'hash_differs'],
  ['signer_differs', 'signer_differs'],
  ['not_allowed', 'not_allowed'],
  ['no_installer', 'no_installer'],
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

it('opens a store page, and rejects when there is no store', async () => {
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
