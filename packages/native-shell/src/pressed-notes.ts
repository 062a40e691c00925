import type { PluginListenerHandle } from '@capacitor/core';

/** Notifications that the person pressed, from a push service whose plugin tells of none that started the app. Registered as `PressedNotes`. */
export interface PressedNotesPlugin {
  /** What was pressed last and was not taken yet: the texts that the push carried; null for none. */
  take(): Promise<{ readonly note: Readonly<Record<string, string>> | null }>;
  /** Told that there is something to take. */
  addListener(event: 'pressed', listener: () => void): Promise<PluginListenerHandle>;
}
