import type { PluginListenerHandle } from '@capacitor/core';

/**
 * Whether files can be read that are protected while the phone is locked. iOS only. Registered as `DataProtection`. Its
 * registration alone also makes settings at each start: the databases stay readable while the phone is locked, and no
 * folder of the app's library is part of a backup.
 */
export interface DataProtectionPlugin {
  state(): Promise<{ readonly isAvailable: boolean }>;
  /** Emitted when the phone is unlocked. */
  addListener(event: 'available', listener: () => void): Promise<PluginListenerHandle>;
}
