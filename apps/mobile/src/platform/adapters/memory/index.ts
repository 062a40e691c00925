import type { AppVisibility } from '../../ports/app-lock.port.ts';
import type { Device } from '../../ports/device-keys.port.ts';
import type { Position } from '../../ports/geolocation.port.ts';
import type { Arrived } from '../../ports/incoming-files.port.ts';
import type { KeyboardState } from '../../ports/keyboard.port.ts';
import type { PickedFile } from '../../ports/picker.port.ts';
import type { Platform } from '../../ports/platform.port.ts';
import type { SqlPort } from '../../ports/sql.port.ts';
import type { StorageState, UnusedStore } from '../../ports/storage.port.ts';
import type { StoragePermission } from '../../ports/storage-permission.port.ts';
import { createAccountFiles } from '../account-files.adapter.ts';
import { createAccounts } from '../accounts.adapter.ts';
import { createGuardedClock } from '../guarded-clock.adapter.ts';
import { createIncomingQueue } from '../incoming-queue.adapter.ts';
import { createListeners } from '../listeners.util.ts';
import { filesOfTransfer } from '../web/picker.adapter.ts';
import { createMemoryAppUpdate, type MemoryUpdates, memoryUpdates } from './app-update.adapter.ts';
import { createMemoryFiles, type MemoryOutside, memoryOutside } from './files.adapter.ts';
import { createMemoryPush, type MemoryPush } from './push.adapter.ts';
import {
  createMemoryAppLock,
  createMemoryScreenGuard,
  type MemoryPerson,
  type MemoryScreen,
  memoryScreen,
} from './small-ports.adapter.ts';
import { createMemorySpeech, type MemorySpeech } from './speech.adapter.ts';
import { openMemoryDatabase } from './sql.adapter.ts';

type MemoryOptions = {
  /** Device clock, ms since 1970. */
  readonly now?: () => number;
  /** The user's answers to the system's permission prompt, in order; without it there is no prompt. */
  readonly grants?: boolean[];
  /** Files that the picker returns. */
  readonly picks?: readonly PickedFile[];
  /** The device's position. */
  readonly position?: Position | 'denied' | 'unavailable';
  /** The reported storage state. */
  readonly storage?: StorageState;
  /** Stores in which an earlier choice left data. */
  readonly unusedStores?: readonly UnusedStore[];
};

/** Controls for tests besides the ports themselves. */
export type MemoryPlatform = Platform & {
  readonly setOnline: (online: boolean) => void;
  readonly pressBack: () => void;
  readonly setVisible: (visible: boolean) => void;
  /** Simulates another app handing over files. */
  readonly receiveFiles: (arrived: Arrived) => void;
  /** Simulates a system dialog over the app. */
  readonly coverApp: () => void;
  /** Shows or hides a keyboard that covers part of the page. */
  readonly setKeyboard: (state: KeyboardState) => void;
  /** The theme of the system bars; null before it is set. */
  readonly barStyle: () => 'light' | 'dark' | null;
  readonly voice: MemorySpeech;
  /** Other apps on the device. */
  readonly outside: MemoryOutside;
  readonly person: MemoryPerson;
  readonly updates: MemoryUpdates;
  readonly push: MemoryPush;
  readonly screen: MemoryScreen;
  /** Changes the device's position. */
  readonly setPosition: (position: Position | 'denied' | 'unavailable') => void;
  readonly exits: () => number;
  /** The number on the app's icon. */
  readonly badge: () => number;
};

const keyPair = (name: 'ECDH' | 'ECDSA', usages: KeyUsage[]) =>
  crypto.subtle.generateKey({ name, namedCurve: 'P-256' }, false, usages);

function createText<Key extends string>() {
  const values = new Map<Key, string>();
  return {
    values,
    get: async (key: Key) => values.get(key) ?? null,
    set: async (key: Key, value: string) => void values.set(key, value),
    remove: async (key: Key) => void values.delete(key),
  };
}

/** A separate device for each test; everything works for real, but in memory. */
export function createMemoryPlatform(options: MemoryOptions = {}): MemoryPlatform {
  const preferences = createText<Parameters<Platform['preferences']['get']>[0]>();
  const secrets = createText<Parameters<Platform['secrets']['get']>[0]>();
  const incoming = createIncomingQueue();
  const outside = memoryOutside();
  const accounts = createAccounts();
  const files = createAccountFiles(createMemoryFiles(options.now, outside), accounts);
  const databases = new Map<string, Promise<SqlPort>>();
  const network = createListeners<boolean>();
  const back = createListeners();
  const sight = createListeners<AppVisibility>();
  const keyboards = createListeners();
  const voice = createMemorySpeech();
  let keyboard: KeyboardState = { isVisible: false, covered: 0 };
  let barStyle: 'light' | 'dark' | null = null;
  const person: MemoryPerson = { canVerify: false, isVerified: true };
  const updates = memoryUpdates();
  const push = createMemoryPush();
  const screen = memoryScreen();
  let device: Promise<Device> | null = null;
  let online = true;
  let exits = 0;
  let storage: StoragePermission = options.grants === undefined ? 'granted' : 'prompt';
  let badge = 0;
  let position = options.position ?? 'unavailable';
  return {
    kind: 'memory',
    accounts,
    preferences: {
      ...preferences,
      getSync: (key) => preferences.values.get(key) ?? null,
      clear: async (prefixes) => {
        for (const key of preferences.values.keys()) {
          if (prefixes.some((prefix) => key.startsWith(prefix))) preferences.values.delete(key);
        }
      },
    },
    secrets,
    deviceKeys: {
      current: async () => device,
      ensure: () => {
        device ??= Promise.all([
          keyPair('ECDH', ['deriveBits', 'deriveKey']),
          keyPair('ECDSA', ['sign', 'verify']),
        ]).then(([agreement, signing]) => ({
          id: crypto.randomUUID(),
          name: 'memory',
          platform: 'web',
          agreement,
          signing,
        }));
        return device;
      },
      delete: async () => {
        device = null;
      },
    },
    picker: { pick: async () => options.picks ?? [], fromTransfer: filesOfTransfer },
    network: { isOnline: () => online, subscribe: network.subscribe },
    backButton: {
      subscribe: back.subscribe,
      exitApp: async () => {
        exits += 1;
      },
    },
    clock: createGuardedClock(secrets, options.now),
    storagePermission: {
      state: async () => storage,
      request: async () => {
        storage = options.grants?.shift() === false ? 'refused' : 'granted';
        return storage;
      },
    },
    storage: {
      state: async () => options.storage ?? { kind: 'opfs', lifetime: 'device' },
      unused: async () => options.unusedStores ?? [],
    },
    persistence: { request: async () => true },
    appBadge: {
      show: async (count) => {
        badge = count;
      },
    },
    geolocation: { current: async () => position },
    appLock: createMemoryAppLock(person, sight.subscribe),
    appUpdate: createMemoryAppUpdate(updates),
    push,
    systemBars: {
      setStyle: async (theme) => {
        barStyle = theme;
      },
    },
    keyboard: { state: () => keyboard, subscribe: keyboards.subscribe },
    mediaServer: async () => null,
    speech: async () => voice,
    screenGuard: createMemoryScreenGuard(screen),
    incoming: async () => incoming,
    files: async () => files,
    openDatabase: (name) => {
      const open = databases.get(name) ?? openMemoryDatabase();
      databases.set(name, open);
      return open;
    },
    deleteDatabase: async (name) => {
      await (await databases.get(name))?.close();
      databases.delete(name);
    },
    setOnline: (next) => {
      online = next;
      network.emit(next);
    },
    pressBack: () => back.emit(),
    receiveFiles: incoming.enqueue,
    setVisible: (visible) => sight.emit(visible ? 'seen' : 'gone'),
    coverApp: () => sight.emit('covered'),
    setKeyboard: (state) => {
      keyboard = state;
      keyboards.emit();
    },
    barStyle: () => barStyle,
    voice,
    outside,
    person,
    updates,
    screen,
    setPosition: (next) => {
      position = next;
    },
    exits: () => exits,
    badge: () => badge,
  };
}
