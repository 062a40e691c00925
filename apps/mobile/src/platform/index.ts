import { createWebPlatform } from './adapters/web/index.ts';
import type { Platform } from './ports/platform.port.ts';

export { PlatformContext, usePlatform } from './platform.hook.ts';
export type { AppLockPort, Enrolment } from './ports/app-lock.port.ts';
export type { AppUpdatePort } from './ports/app-update.port.ts';
export type { BackButtonPort } from './ports/back-button.port.ts';
export type { ClockPort } from './ports/clock.port.ts';
export type { Device, DeviceKeysPort, DevicePlatform } from './ports/device-keys.port.ts';
export type { FileEntry, FileStat, FilesPort } from './ports/files.port.ts';
export type { GeolocationPort, Position } from './ports/geolocation.port.ts';
export type {
  Arrived,
  ArrivedFile,
  IncomingFilesPort,
  IncomingProblem,
} from './ports/incoming-files.port.ts';
export type { NetworkPort } from './ports/network.port.ts';
export type { PersistencePort } from './ports/persistence.port.ts';
export type { PickedFile, PickerPort } from './ports/picker.port.ts';
export type { Platform } from './ports/platform.port.ts';
export type { PreferenceKey, PreferencesPort } from './ports/preferences.port.ts';
export type { PushPermission, PushPort } from './ports/push.port.ts';
export type { ScreenGuardPort } from './ports/screen-guard.port.ts';
export type { SecretKey, SecretsPort } from './ports/secrets.port.ts';
export type { OpenDatabase, SqlExecutor, SqlPort, SqlRow, SqlRunResult, SqlValue } from './ports/sql.port.ts';
export { StorageError, type StorageErrorCode } from './ports/storage.errors.ts';
export type {
  StorageKind,
  StorageLifetime,
  StoragePort,
  StorageState,
  UnusedStore,
} from './ports/storage.port.ts';
export type { StoragePermission, StoragePermissionPort } from './ports/storage-permission.port.ts';

type NativeGlobal = { Capacitor?: { isNativePlatform?: () => boolean } };

// The native shell injects its bridge before any script runs, so a browser never loads Capacitor's code.
const isNative = () => (globalThis as NativeGlobal).Capacitor?.isNativePlatform?.() === true;

let loadedPlatform: Promise<Platform> | undefined;

/** The platform of the app, chosen once: the native shell's adapters or the browser's. */
export function loadPlatform(): Promise<Platform> {
  loadedPlatform ??= isNative()
    ? import('./adapters/capacitor/index.ts').then((adapter) => adapter.createCapacitorPlatform())
    : Promise.resolve(createWebPlatform());
  return loadedPlatform;
}
