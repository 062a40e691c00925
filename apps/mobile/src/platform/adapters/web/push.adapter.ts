import { fromBase64Url } from '@sealflow/tdf/base64';
import type { PushPermission, PushPort } from '../../ports/push.port.ts';
import { isWorkerMessage, pushRecordKey } from '../../push/push-messages.rules.ts';
import type { KeyedStore } from './keyed-store.util.ts';

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const asPermission = (permission: NotificationPermission): PushPermission =>
  permission === 'default' ? 'prompt' : permission;

async function requireRegistration(): Promise<ServiceWorkerRegistration> {
  const { watchWebUpdates } = await import('../../updates/web-update.usecases.ts');
  if ((await watchWebUpdates()) === null) throw new Error('push messages require a service worker');
  return navigator.serviceWorker.ready;
}

async function subscribe(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const { pushManager } = await requireRegistration();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The service's key has changed since this browser subscribed.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Web Push: the service worker shows the notifications. */
export function createWebPush(store: KeyedStore): PushPort {
  return {
    provider: 'webpush',
    permission: async () => (isSupported() ? asPermission(Notification.permission) : 'unsupported'),
    requestPermission: async () =>
      isSupported() ? asPermission(await Notification.requestPermission()) : 'unsupported',
    async subscribe(record, key) {
      const subscription = await subscribe(fromBase64Url(await key()));
      await store.put(pushRecordKey, record);
      return JSON.stringify(subscription);
    },
    async unsubscribe() {
      await store.remove(pushRecordKey);
      const present = isSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
      await (await present?.pushManager.getSubscription())?.unsubscribe();
    },
    async clearNotices() {
      const present = isSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
      for (const notice of (await present?.getNotifications()) ?? []) notice.close();
    },
    // The service worker itself renews a subscription that the browser ends.
    subscribeToToken: () => () => undefined,
    subscribeToMessages(listener) {
      if (!isSupported()) return () => undefined;
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isWorkerMessage(data)) listener(data);
      };
      navigator.serviceWorker.addEventListener('message', onMessage);
      return () => navigator.serviceWorker.removeEventListener('message', onMessage);
    },
  };
}
