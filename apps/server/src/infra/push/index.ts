import type { Clock } from '../clock/clock.port.ts';
import type { PushConfig } from '../config/push.schemas.ts';
import { createApnsSender } from './apns.adapter.ts';
import { withCircuitBreaker } from './circuit-breaker.adapter.ts';
import { createFcmSender } from './fcm.adapter.ts';
import { createJpushSender } from './jpush.adapter.ts';
import type { PushSenders } from './push.port.ts';
import type { VapidKeys } from './vapid-keys.repository.ts';
import { createWebPushSender, pushServiceHost } from './web-push.adapter.ts';

export type { PushNote, PushProvider, PushResult, PushSender, PushSenders } from './push.port.ts';
export { createVapidKeyLoader, type VapidKeys, wrappedVapidKeys } from './vapid-keys.repository.ts';

export interface PushOptions {
  readonly config: PushConfig['push'];
  readonly clock: Clock;
  readonly vapidKeys: () => Promise<VapidKeys>;
  readonly publicUrl: () => string;
}

/** Creates a sender for every configured provider, and for Web Push, which needs no configuration. */
export function createPushSenders({ config, clock, vapidKeys, publicUrl }: PushOptions): PushSenders {
  const { fcm, apns, jpush, allowPrivate, hosts } = config;
  // Push services reject a contact that is neither https nor mailto, such as an http localhost address.
  const contact = () =>
    config.contact ?? (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:push@sealflow.invalid');
  const browsers = createWebPushSender({ keys: vapidKeys, contact, allowPrivate, hosts, clock });
  const singleCircuit = { destinationOf: () => 'the provider' };
  return {
    webpush: withCircuitBreaker(browsers, { destinationOf: pushServiceHost }),
    ...(fcm && { fcm: withCircuitBreaker(createFcmSender({ ...fcm, clock }), singleCircuit) }),
    ...(apns && { apns: withCircuitBreaker(createApnsSender({ ...apns, clock }), singleCircuit) }),
    ...(jpush && { jpush: withCircuitBreaker(createJpushSender({ ...jpush, clock }), singleCircuit) }),
  };
}
