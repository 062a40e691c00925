import type { PluginListenerHandle } from '@capacitor/core';

/**
 * Whether the files can be read that are closed while the phone is locked. iOS alone. Registered as `DataProtection`. Being
 * there is enough for what is set at each start: the databases stay open while the phone is locked, and no folder of the
 * app's library goes into a backup.
 */
export interface DataProtectionPlugin {
  state(): Promise<{ readonly isAvailable: boolean }>;
  /** The phone was unlocked. */
  addListener(event: 'available', listener: () => void): Promise<PluginListenerHandle>;
}
