import { Capacitor, type PermissionState } from '@capacitor/core';
import { type ActionPerformed, PushNotifications, type Token } from '@capacitor/push-notifications';
import { notices as en } from '../../../i18n/en/notices.ts';
import { notices as zh } from '../../../i18n/zh/notices.ts';
import type { PushPermission, PushPort } from '../../ports/push.port.ts';
import { noteOf, pathOfNote } from '../../push/push-note.rules.ts';
import { createListeners, hear } from './events.adapter.ts';
import { answerWithin } from './push-token.adapter.ts';

export const asPermission = (state: PermissionState): PushPermission =>
  state === 'prompt-with-rationale' ? 'prompt' : state;

const names = { zh, en };

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
  let isHeard = false;
  let pending: Parameters<Parameters<typeof answerWithin<string>>[0]>[0] | null = null;
  const listen = () => {
    if (isHeard) return;
    isHeard = true;
    hear<Token>(
      (tell) => PushNotifications.addListener('registration', tell),
      ({ value }) => {
        const isNew = token !== null && token !== value;
        token = value;
        if (pending !== null) pending.done(value);
        else if (isNew) changes.emit();
      },
    );
    hear<{ readonly error: string }>(
      (tell) => PushNotifications.addListener('registrationError', tell),
      ({ error }) => pending?.failed(error),
    );
  };
  return {
    provider: isIos ? 'apns' : 'fcm',
    permission: async () => asPermission((await PushNotifications.checkPermissions()).receive),
    ask: async () => asPermission((await PushNotifications.requestPermissions()).receive),
    async subscribe({ language }) {
      if (!isIos) await PushNotifications.createChannel({ ...channel, name: names[language].pushChannel });
      listen();
      const answer = answerWithin<string>((told) => {
        pending = told;
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
      const ends = [
        hear<{ readonly data: unknown }>(
          (tell) => PushNotifications.addListener('pushNotificationReceived', tell),
          ({ data }) => {
            const note = noteOf(data);
            if (note !== null) listener({ kind: 'push', note });
          },
        ),
        hear<ActionPerformed>(
          (tell) => PushNotifications.addListener('pushNotificationActionPerformed', tell),
          ({ actionId, notification }) => {
            if (actionId !== 'dismiss')
              listener({ kind: 'open', path: pathOfNote(noteOf(notification.data)) });
          },
        ),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    subscribeToToken: changes.subscribe,
  };
}
