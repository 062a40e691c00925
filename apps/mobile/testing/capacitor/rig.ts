import { vi } from 'vitest';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { createPageKeyedStore } from '../../src/platform/adapters/web/fallback-keyed-store.util.ts';
import type { Lack, Rig } from '../platform/rig.ts';
import { installBridge, type PhoneStyle } from './bridge.ts';
import { nativeFilesystem } from './native-filesystem.ts';
import { nativeJpush } from './native-jpush.ts';
import { nativeOutside } from './native-outside.ts';
import { nativePerson } from './native-person.ts';
import { nativePush } from './native-push.ts';
import { nativeSecrets } from './native-secrets.ts';
import { nativeDatabaseKey, nativeDisk, nativeSqlite, sqliteDisk } from './native-sqlite.ts';
import { nativeSystem } from './native-system.ts';

/** A document with a visibility only. */
const page = () => Object.assign(new EventTarget(), { visibilityState: 'visible' });

export type PushKind = 'vendor' | 'jpush';

/** Starts a phone with a recorded native side. Returns the parts that tests change or inspect. */
export async function startPhone(style: PhoneStyle, kind: PushKind = 'vendor') {
  vi.stubEnv('VITE_PUSH', kind);
  vi.stubGlobal('document', page());
  // The browser implementations of the plugins add window listeners when they load.
  vi.stubGlobal('addEventListener', () => undefined);
  const disk = sqliteDisk();
  const [system, person, push, jpush, outside, secrets] = [
    nativeSystem(style),
    nativePerson(style),
    nativePush(style),
    nativeJpush(style),
    nativeOutside(),
    nativeSecrets(),
  ];
  const files = nativeFilesystem();
  const { deleteFile } = files;
  const Filesystem = {
    ...files,
    ...person.storage,
    deleteFile: (options: { path: string }) =>
      options.path.startsWith('file://') ? nativeDisk(disk).deleteFile(options) : deleteFile(options),
  };
  const plugins = {
    ...system.plugins,
    ...person.plugins,
    ...outside.plugins,
    Filesystem,
    PushNotifications: push.plugin,
    JPush: jpush.plugin,
    PressedNotes: jpush.pressedNotes,
    DecisionActions: { declareActions: async () => undefined },
    SecureStorage: secrets.plugin,
    Keychain: { ...secrets.keychain, ...nativeDatabaseKey(disk) },
    CapacitorSQLite: await nativeSqlite(style, disk),
  };
  const calls = installBridge(plugins, style);
  const { createNativePorts } = await import('../../src/platform/adapters/capacitor/native-ports.compose.ts');
  const store = createPageKeyedStore();
  const memory = createMemoryPlatform();
  const platform = { ...memory, ...(await createNativePorts(store, memory.accounts)) };
  const provider = kind === 'jpush' ? jpush : push;
  // One permission covers both pushes and the badge.
  const setPushAnswer = (granted: boolean) => {
    provider.device.setPushAnswer(granted);
    system.state.mayBadge = granted || style === 'android';
  };
  /** The bridge uses promises only, so all its answers arrive before the next turn of the event loop. */
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const device = {
    settled,
    ...system.device,
    ...person.device,
    ...outside.device,
    ...provider.device,
    setPushAnswer,
  };
  return { platform, device, calls, push, jpush, system, person };
}

const lacks: Readonly<Record<PhoneStyle, readonly Lack[]>> = {
  android: [],
  ios: ['backButton', 'exit', 'storageQuestion'],
};

export const phoneRig = (style: PhoneStyle, kind: PushKind = 'vendor'): Rig => ({
  lacks: new Set([...lacks[style], ...(kind === 'jpush' ? (['pushToken'] as const) : [])]),
  start: () => startPhone(style, kind),
});
