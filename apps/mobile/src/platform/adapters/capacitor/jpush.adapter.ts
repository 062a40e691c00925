import { Capacitor, registerPlugin } from '@capacitor/core';
import type { PressedNotesPlugin } from '@sealflow/native-shell';
import type { JPushPlugin, ReceiveNotificationData } from 'capacitor-plugin-jpush';
import type { PushPort, PushRecord } from '../../ports/push.port.ts';
import { pushRecordKey } from '../../push/push-messages.rules.ts';
import { parsePushNote, pathOfNote } from '../../push/push-note.rules.ts';
import { delay } from '../../timing.util.ts';
import type { KeyedStore } from '../web/keyed-store.util.ts';
import { listenToPlugin } from './plugin-events.util.ts';
import { asPermission } from './push.adapter.ts';

/** The method for tags on Android, which the plugin's types name wrongly. */
type AndroidTags = { setTags(options: { readonly tags: string[] }): Promise<void> };

const JPush = registerPlugin<JPushPlugin & AndroidTags>('JPush');

const PressedNotes = registerPlugin<PressedNotesPlugin>('PressedNotes');

const maxAttempts = 10;
const waitForRetry = () => delay(1_500);

/** Retries until it succeeds: right after the start the push service is often not connected yet. */
async function retryUntilSuccess<T>(work: () => Promise<T>, wait: () => Promise<void>): Promise<T> {
  for (let attemptsLeft = maxAttempts; ; attemptsLeft -= 1) {
    try {
      return await work();
    } catch (error) {
      if (attemptsLeft === 1) throw error;
    }
    await wait();
  }
}

async function requireRegistrationId(): Promise<string> {
  const { registrationId: id } = await JPush.getRegistrationID();
  if (id === '') throw new Error('push provider returned no registration id');
  return id;
}

/** The alias and tag of an account; JPush allows no hyphens in either. */
const aliasOf = (accountId: string) => accountId.replaceAll('-', '_');

const extraOf = ({ rawData }: ReceiveNotificationData): unknown =>
  (rawData as { readonly extra?: unknown } | undefined)?.extra;

/**
 * JPush, for phones without Google's services. It starts only for an account, never before: starting it registers the
 * phone with its servers. Pressed notifications come from our own plugin where JPush reports none: at a press that
 * starts the app, and on Android at every press, since its service opens the app by an intent. Android resolves alias
 * and tags before they are set, so they are set again at each start.
 */
export function createJpush(store: KeyedStore, wait: () => Promise<void> = waitForRetry): PushPort {
  const isIos = Capacitor.getPlatform() === 'ios';
  let isStarted = false;
  let lastOpened: string | null = null;
  const start = async () => {
    if (isStarted) return;
    await JPush.startJPush();
    isStarted = true;
  };
  const permission = async () => asPermission((await JPush.checkPermissions()).permission);
  return {
    provider: 'jpush',
    permission,
    async requestPermission() {
      const now = await permission();
      // On Android the plugin never answers a request for a permission that is already granted.
      if (now === 'granted') return now;
      return asPermission((await JPush.requestPermissions()).permission);
    },
    async subscribe(record) {
      await store.put(pushRecordKey, record);
      await start();
      const id = await retryUntilSuccess(requireRegistrationId, wait);
      const name = aliasOf(record.accountId);
      await retryUntilSuccess(() => JPush.setAlias({ alias: name, sequence: 1 }), wait);
      const tags = { tags: [name] };
      await retryUntilSuccess(() => (isIos ? JPush.addTags(tags) : JPush.setTags(tags)), wait);
      return id;
    },
    async unsubscribe() {
      // If JPush was never started, there is nothing to remove, and it must not be started for that.
      if ((await store.get<PushRecord>(pushRecordKey)) === undefined) return;
      await start();
      await Promise.allSettled([JPush.deleteAlias({ sequence: 2 }), JPush.cleanTags()]);
      await store.remove(pushRecordKey);
    },
    // JPush has no call that clears notifications and leaves the badge.
    clearNotices: async () => undefined,
    subscribeToMessages(listener) {
      const open = (data: unknown) => {
        const note = parsePushNote(data);
        // On iOS both plugins report a press if both are ready in time.
        if (note !== null && note.msgID === lastOpened) return;
        lastOpened = note?.msgID ?? null;
        listener({ kind: 'open', path: pathOfNote(note) });
      };
      let isUnsubscribed = false;
      const take = async () => {
        const { note } = await PressedNotes.take();
        if (note !== null && !isUnsubscribed) open(note);
      };
      const deliverPressed = () => void take().catch(() => undefined);
      const unsubscribers = [
        () => {
          isUnsubscribed = true;
        },
        listenToPlugin((emit) => PressedNotes.addListener('pressed', () => emit(undefined)), deliverPressed),
        listenToPlugin<ReceiveNotificationData>(
          (emit) => JPush.addListener('notificationReceived', emit),
          (data) => {
            const note = parsePushNote(extraOf(data));
            if (note !== null) listener({ kind: 'push', note });
          },
        ),
        listenToPlugin<ReceiveNotificationData>(
          (emit) => JPush.addListener('notificationOpened', emit),
          (data) => open(extraOf(data)),
        ),
      ];
      deliverPressed();
      return () => {
        for (const end of unsubscribers) end();
      };
    },
    // The id of the phone is requested and registered at each start of the app.
    subscribeToToken: () => () => undefined,
  };
}
