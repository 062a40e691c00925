import { createSign, generateKeyPairSync } from 'node:crypto';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { OfferedCode } from '../../src/platform/ports/app-update.port.ts';
import { type Death, mortal } from '../platform/killed.ts';
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
// Capacitor looks once at what there is, when a plugin is first named.
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

/** The version that the shell brings. */
export const brought = '1.2.0.1';
/** What the service has, by its address. */
export const served = new Map<string, Served>();

/** What the service says of it: the digest that it had when it was published. */
const tags = new Map<string, string>();

/** Code that the service offers, signed; `says` is the version that stands in it. */
export function offer(
  version: string,
  changed: Partial<OfferedCode> & { readonly says?: string; readonly push?: string } = {},
): OfferedCode {
  const { says = version, push = 'vendor', ...more } = changed;
  const built = JSON.stringify({ environment: 'production', push, version: says });
  const bytes = JSON.stringify({ 'index.html': `<p>${version}</p>`, 'build.json': built });
  const uri = `https://files.example/${version}`;
  served.set(uri, { bytes });
  tags.set(uri, sha256Of(bytes));
  return { version, minAppVer: '1.2.0', uri, sha256: sha256Of(bytes), signature: sign(bytes), ...more };
}

/** A phone, and the app on it: it is started, and does what it does after the sign-in. */
export function phone(canVerify = true) {
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
    /** One whole life of the app; its code comes up unless told otherwise. */
    live: async (latest: () => Promise<OfferedCode | null>, death: Death | null = null) => {
      native.start();
      const { life, port } = open(death);
      let found: 'none' | 'ready' | undefined;
      const end = await life.run(async () => {
        await port.confirmStarted();
        found = await port.downloadCode(latest);
      });
      return { end, found };
    },
    /** Code that never says that it came up; the device takes it back, and the old one begins. */
    fail: async (death: Death | null = null) => {
      native.start();
      native.rollBack();
      const { life, port } = open(death);
      return life.run(() => port.confirmStarted());
    },
    open,
    later: (ms: number) => {
      now += ms;
    },
  };
}
