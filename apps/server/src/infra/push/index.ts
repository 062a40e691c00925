import type { Clock } from '../clock/clock.port.ts';
import type { PushConfig } from '../config/push.schemas.ts';
import { apnsSender } from './apns.adapter.ts';
import { fcmSender } from './fcm.adapter.ts';
import { jpushSender } from './jpush.adapter.ts';
import { patientSender } from './patient-sender.adapter.ts';
import type { PushSenders } from './push.port.ts';
import type { VapidKeys } from './vapid-keys.adapter.ts';
import { hostOf, webPushSender } from './web-push.adapter.ts';

export type { PushNote, PushProvider, PushResult, PushSender, PushSenders } from './push.port.ts';
export { type VapidKeys, vapidKeysOf, wrappedVapidKeys } from './vapid-keys.adapter.ts';

export interface PushOptions {
  readonly config: PushConfig['push'];
  readonly clock: Clock;
  readonly vapidKeys: () => Promise<VapidKeys>;
  readonly publicUrl: () => string;
}

/** Creates a sender for every configured provider, and for Web Push, which needs no configuration. */
export function pushSenders({ config, clock, vapidKeys, publicUrl }: PushOptions): PushSenders {
  const { fcm, apns, jpush, allowPrivate, hosts } = config;
  // Push services reject a contact that is neither https nor mailto, such as an http localhost address.
  const contact = () =>
    config.contact ?? (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:push@sealflow.invalid');
  const browsers = webPushSender({ keys: vapidKeys, contact, allowPrivate, hosts, clock });
  const one = { placeOf: () => 'the provider' };
  return {
    webpush: patientSender(browsers, { placeOf: hostOf }),
    ...(fcm && { fcm: patientSender(fcmSender({ ...fcm, clock }), one) }),
    ...(apns && { apns: patientSender(apnsSender({ ...apns, clock }), one) }),
    ...(jpush && { jpush: patientSender(jpushSender({ ...jpush, clock }), one) }),
  };
}
