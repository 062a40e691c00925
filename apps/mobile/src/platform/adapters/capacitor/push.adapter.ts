import { Capacitor, type PermissionState, registerPlugin } from '@capacitor/core';
import { type ActionPerformed, PushNotifications, type Token } from '@capacitor/push-notifications';
import type { DecisionActionsPlugin } from '@sealflow/native-shell';
import { notices as en } from '../../../i18n/en/notices.ts';
import { notices as zh } from '../../../i18n/zh/notices.ts';
import type { PushPermission, PushPort } from '../../ports/push.port.ts';
import { parsePushNote, pathOfNote } from '../../push/push-note.rules.ts';
import { createListeners } from '../listeners.util.ts';
import { listenToPlugin } from './plugin-events.util.ts';

const DecisionActions = registerPlugin<DecisionActionsPlugin>('DecisionActions');

/** A reachable provider answers in a second or two; a blocked one never does. */
const answerTimeoutMs = 20_000;

/** Resolves or rejects by the callback that `begin` calls first; rejects after the timeout. */
function awaitProviderAnswer<T>(
  begin: (callbacks: {
    readonly done: (value: T) => void;
    readonly failed: (reason: string) => void;
  }) => Promise<void>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('push provider did not respond')), answerTimeoutMs);
    const failed = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(reason));
    };
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    begin({ done, failed }).catch((error: unknown) => failed(String(error)));
  });
}

export const asPermission = (state: PermissionState): PushPermission =>
  state === 'prompt-with-rationale' ? 'prompt' : state;

const textsByLanguage = { zh, en };

/** The notification channel on Android; its name appears in the system's settings. */
const channel = {
  id: 'messages',
  // Importance 4: shown over other apps; visibility 0: hidden on the lock screen.
  importance: 4,
  visibility: 0,
} as const;

/** Clearing all on iOS would also clear the badge. */
async function clearNotices(isIos: boolean): Promise<void> {
  if (!isIos) return PushNotifications.removeAllDeliveredNotifications();
  const { notifications } = await PushNotifications.getDeliveredNotifications();
  if (notifications.length > 0) await PushNotifications.removeDeliveredNotifications({ notifications });
}

/** The push services of the system vendors: FCM on Android, APNs on iOS. */
export function createVendorPush(): PushPort {
  const isIos = Capacitor.getPlatform() === 'ios';
  const changes = createListeners();
  let token: string | null = null;
  let isListening = false;
  let pending: Parameters<Parameters<typeof awaitProviderAnswer<string>>[0]>[0] | null = null;
  const listen = () => {
    if (isListening) return;
    isListening = true;
    listenToPlugin<Token>(
      (emit) => PushNotifications.addListener('registration', emit),
      ({ value }) => {
        const isNew = token !== null && token !== value;
        token = value;
        if (pending !== null) pending.done(value);
        else if (isNew) changes.emit();
      },
    );
    listenToPlugin<{ readonly error: string }>(
      (emit) => PushNotifications.addListener('registrationError', emit),
      ({ error }) => pending?.failed(error),
    );
  };
  return {
    provider: isIos ? 'apns' : 'fcm',
    permission: async () => asPermission((await PushNotifications.checkPermissions()).receive),
    requestPermission: async () => asPermission((await PushNotifications.requestPermissions()).receive),
    async subscribe({ language }) {
      const { pushActions, pushChannel: name } = textsByLanguage[language];
      // Without its actions a notification still opens the task.
      if (isIos) await DecisionActions.declareActions(pushActions).catch(() => undefined);
      else await PushNotifications.createChannel({ ...channel, name });
      listen();
      const answer = awaitProviderAnswer<string>((callbacks) => {
        pending = callbacks;
        return PushNotifications.register();
      });
      return answer.finally(() => {
        pending = null;
      });
    },
    async unsubscribe() {
      token = null;
      await Promise.allSettled([clearNotices(isIos), PushNotifications.unregister()]);
    },
    clearNotices: () => clearNotices(isIos).catch(() => undefined),
    subscribeToMessages(listener) {
      const unsubscribers = [
        listenToPlugin<{ readonly data: unknown }>(
          (emit) => PushNotifications.addListener('pushNotificationReceived', emit),
          ({ data }) => {
            const note = parsePushNote(data);
            if (note !== null) listener({ kind: 'push', note });
          },
        ),
        listenToPlugin<ActionPerformed>(
          (emit) => PushNotifications.addListener('pushNotificationActionPerformed', emit),
          ({ actionId, notification }) => {
            if (actionId !== 'dismiss')
              listener({ kind: 'open', path: pathOfNote(parsePushNote(notification.data), actionId) });
          },
        ),
      ];
      return () => {
        for (const end of unsubscribers) end();
      };
    },
    subscribeToToken: changes.subscribe,
  };
}
