import type { MediaServerPort } from '@sealflow/viewers/media/media-server.types.ts';
import type { AccountsPort } from './accounts.port.ts';
import type { AppBadgePort } from './app-badge.port.ts';
import type { AppLockPort } from './app-lock.port.ts';
import type { AppUpdatePort } from './app-update.port.ts';
import type { BackButtonPort } from './back-button.port.ts';
import type { ClockPort } from './clock.port.ts';
import type { DeviceKeysPort } from './device-keys.port.ts';
import type { FilesPort } from './files.port.ts';
import type { GeolocationPort } from './geolocation.port.ts';
import type { IncomingFilesPort } from './incoming-files.port.ts';
import type { KeyboardPort } from './keyboard.port.ts';
import type { NetworkPort } from './network.port.ts';
import type { PersistencePort } from './persistence.port.ts';
import type { PickerPort } from './picker.port.ts';
import type { PreferencesPort } from './preferences.port.ts';
import type { PushPort } from './push.port.ts';
import type { ScreenGuardPort } from './screen-guard.port.ts';
import type { SecretsPort } from './secrets.port.ts';
import type { SpeechPort } from './speech.port.ts';
import type { OpenDatabase } from './sql.port.ts';
import type { StoragePort } from './storage.port.ts';
import type { StoragePermissionPort } from './storage-permission.port.ts';
import type { SystemBarsPort } from './system-bars.port.ts';

/** All functions of the device. Voice, files and databases load their code at the first use. */
export type Platform = {
  readonly kind: 'web' | 'native' | 'memory';
  readonly accounts: AccountsPort;
  readonly preferences: PreferencesPort;
  readonly secrets: SecretsPort;
  readonly deviceKeys: DeviceKeysPort;
  readonly picker: PickerPort;
  readonly network: NetworkPort;
  readonly backButton: BackButtonPort;
  readonly clock: ClockPort;
  readonly persistence: PersistencePort;
  readonly storage: StoragePort;
  readonly storagePermission: StoragePermissionPort;
  readonly appBadge: AppBadgePort;
  readonly geolocation: GeolocationPort;
  readonly appLock: AppLockPort;
  readonly appUpdate: AppUpdatePort;
  readonly push: PushPort;
  readonly screenGuard: ScreenGuardPort;
  /** Files opened with the app or shared to it; always the same port. */
  readonly incoming: () => Promise<IncomingFilesPort>;
  readonly systemBars: SystemBarsPort;
  readonly keyboard: KeyboardPort;
  /** Null if the device has none: a service worker or `MediaSource` plays films there. */
  mediaServer(): Promise<MediaServerPort | null>;
  speech(): Promise<SpeechPort>;
  files(): Promise<FilesPort>;
  readonly openDatabase: OpenDatabase;
  /** Closes and deletes a database. */
  deleteDatabase(name: string): Promise<void>;
};
