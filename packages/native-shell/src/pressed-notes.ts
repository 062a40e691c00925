import type { PluginListenerHandle } from '@capacitor/core';

/**
 * Pressed notifications, for push services whose plugin does not report one that started the app. Registered as
 * `PressedNotes`.
 */
export interface PressedNotesPlugin {
  /** Returns and clears the notification that was pressed last: the extras of the push; null for none. */
  take(): Promise<{ readonly note: Readonly<Record<string, string>> | null }>;
  /** Emitted when a notification can be taken. */
  addListener(event: 'pressed', listener: () => void): Promise<PluginListenerHandle>;
}
