import { createSign, generateKeyPairSync } from 'node:crypto';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { OfferedCode } from '../../src/platform/ports/app-update.port.ts';
import { type Kill, killable } from '../platform/killed.ts';
import { installBridge, NativeError } from './bridge.ts';
import { nativeLiveUpdate, type Served, sha256Of } from './native-live-update.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const sign = (bytes: string, key: string = privateKey) =>
  createSign('RSA-SHA256').update(bytes).sign(key, 'base64');

const none = async () => undefined;
// Capacitor reads the available plugins only once, when the first plugin is registered.
installBridge({
  LiveUpdate: nativeLiveUpdate({ publicKey, served: new Map() }).methods,
  App: { getInfo: none },
  Filesystem: { readFile: none },
  PackageInstaller: { install: none },
  AppLauncher: { openUrl: none },
});
const { createCapacitorAppUpdate } = await import(
  '../../src/platform/adapters/capacitor/app-update.adapter.ts'
);

/** The version of the code in the installed shell. */
export const shellVersion = '1.2.0.1';
/** The bundles of the service by address. */
export const served = new Map<string, Served>();

/** The digest of each bundle at its publication, by address. */
const tags = new Map<string, string>();

/** Publishes signed code at the service. `builtVersion` is the version in its `build.json`. */
export function offer(
  version: string,
  changed: Partial<OfferedCode> & { readonly builtVersion?: string; readonly push?: string } = {},
): OfferedCode {
  const { builtVersion = version, push = 'vendor', ...more } = changed;
  const built = JSON.stringify({ environment: 'production', push, version: builtVersion });
  const bytes = JSON.stringify({ 'index.html': `<p>${version}</p>`, 'build.json': built });
  const uri = `https://files.example/${version}`;
  served.set(uri, { bytes });
  tags.set(uri, sha256Of(bytes));
  return { version, minAppVer: '1.2.0', uri, sha256: sha256Of(bytes), signature: sign(bytes), ...more };
}

/** A phone with the installed app, which starts and checks for new code after the sign-in. */
export function phone(canVerify = true) {
  const native = nativeLiveUpdate({ publicKey, served });
  const { preferences } = createMemoryPlatform();
  let now = 1_000_000;
  const runs = () => {
    const current = native.current();
    const built = current === null ? undefined : native.filesOf(current)?.['build.json'];
    return built === undefined ? shellVersion : (JSON.parse(built) as { version: string }).version;
  };
  const open = (kill: Kill | null = null) => {
    const life = killable(kill);
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
    const interrupted = {
      get: (key: never) => life.call(() => preferences.get(key)),
      set: (key: never, value: string) => life.call(() => preferences.set(key, value)),
      remove: (key: never) => life.call(() => preferences.remove(key)),
    };
    const running = {
      preferences: { ...preferences, ...interrupted },
      version: runs(),
      environment: 'production',
      push: 'vendor',
      canVerify,
      now: () => now,
      digestOf: (uri: string) =>
        life.call(async () => {
          const tag = tags.get(uri);
          if (tag === undefined) throw new Error('the line is down');
          return tag;
        }),
    };
    return { life, port: createCapacitorAppUpdate(running, runs()) };
  };
  return {
    native,
    preferences,
    runs,
    /** Runs the app from its start to its end or kill. Its code starts successfully. */
    live: async (latest: () => Promise<OfferedCode | null>, kill: Kill | null = null) => {
      native.start();
      const { life, port } = open(kill);
      let found: 'none' | 'ready' | undefined;
      const end = await life.run(async () => {
        await port.confirmStarted();
        found = await port.downloadCode(latest);
      });
      return { end, found };
    },
    /** The code never confirms its start, so the device rolls back to the previous code and starts it. */
    fail: async (kill: Kill | null = null) => {
      native.start();
      native.rollBack();
      const { life, port } = open(kill);
      return life.run(() => port.confirmStarted());
    },
    open,
    later: (ms: number) => {
      now += ms;
    },
  };
}
