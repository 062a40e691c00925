import { App } from '@capacitor/app';
import type { BackButtonPort } from '../../ports/back-button.port.ts';
import { listenToPlugin } from './plugin-events.util.ts';

/** Android's back button and gesture. iOS has neither, and does not allow an app to exit. */
export function createCapacitorBackButton(): BackButtonPort {
  return {
    subscribe: (listener) =>
      listenToPlugin(
        (emit) => App.addListener('backButton', emit),
        () => listener(),
      ),
    exitApp: () => App.exitApp().catch(() => undefined),
  };
}
