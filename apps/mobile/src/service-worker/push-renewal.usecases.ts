import type { Body } from '@sealflow/contract';
import type { KeyedStore } from '../platform/adapters/web/keyed-store.util.ts';
import { createWebSecrets } from '../platform/adapters/web/secrets.adapter.ts';
import { sealedTextPrefix } from '../platform/app-lock/sealed-text.util.ts';
import type { PushRecord } from '../platform/ports/push.port.ts';
import { pushRecordKey } from '../platform/push/push-messages.rules.ts';

type RenewalInput = {
  readonly worker: ServiceWorkerGlobalScope;
  readonly store: KeyedStore;
  readonly oldSubscription: PushSubscription | null | undefined;
};

/**
 * Subscribes again after the browser ended a subscription, and updates the service at once: otherwise no message
 * would arrive until the app is opened again. If that fails, the next start registers.
 */
export async function renewSubscription({ worker, store, oldSubscription }: RenewalInput): Promise<void> {
  const record = await store.get<PushRecord>(pushRecordKey);
  const token = await createWebSecrets(store).get('token');
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  // Behind the app lock no request is sent to the service: the next start registers.
  if (record === undefined || token === null || token.startsWith(sealedTextPrefix) || !applicationServerKey)
    return;
  const { accountId, deviceId, language } = record;
  const subscription = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  const registration: Body<'PUT /api/v1/devices/{deviceID}/push'> = {
    provider: 'webpush',
    token: JSON.stringify(subscription),
    alias: accountId,
    tags: [accountId],
  };
  await fetch(`/api/v1/devices/${encodeURIComponent(deviceId)}/push`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': language,
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(registration),
  });
}
