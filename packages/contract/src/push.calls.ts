import { isTimeZone, minutesPerDay, notificationKinds } from '@sealflow/domain/notifications';
import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id } from './common.schemas.ts';

const pushProvider = z.enum(['webpush', 'fcm', 'apns', 'jpush']);

/**
 * `alias` is the account id and one of the `tags` (section 7). For Web Push `token` is the PushSubscription as JSON.
 */
const pushRegistration = z.strictObject({
  provider: pushProvider,
  token: z.string().min(1).max(4096),
  alias: z.string().min(1).max(100),
  tags: z.array(z.string().min(1).max(100)).min(1).max(20),
});

const minuteOfDay = z
  .int()
  .min(0)
  .max(minutesPerDay - 1)
  .meta({ description: 'Minutes since midnight' });
const everyDay = 7;

const quietHours = z
  .strictObject({
    from: minuteOfDay,
    until: minuteOfDay,
    days: z
      .array(z.int().min(0).max(6))
      .min(1)
      .max(everyDay)
      .refine((days) => new Set(days).size === days.length, 'must contain each day once')
      .meta({ description: 'The days on which the hours begin; 0 is Sunday' }),
    timeZone: z.string().max(60).refine(isTimeZone, 'must be an IANA time zone'),
  })
  .refine(({ from, until, days }) => from !== until || days.length < everyDay, 'must leave time for pushes');

const notificationSettings = z.strictObject({
  muted: z
    .array(z.enum(notificationKinds))
    .max(notificationKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'must contain each kind once'),
  quiet: quietHours.nullable(),
});

const deviceParams = z.strictObject({ deviceID: id });

export const pushCalls = declareCalls({
  'PUT /api/v1/devices/{deviceID}/push': {
    summary: 'Register a device for pushes, in the language of the request; one registration per device',
    access: 'account',
    params: deviceParams,
    body: pushRegistration,
    answer: 'none',
    errors: [
      'login.device_not_found',
      'push.alias_invalid',
      'push.token_invalid',
      'push.endpoint_refused',
      'push.provider_not_configured',
    ],
  },
  'DELETE /api/v1/devices/{deviceID}/push': {
    summary: 'Stop pushes to a device; ending its session does the same',
    access: 'account',
    params: deviceParams,
    answer: 'none',
    errors: ['login.device_not_found'],
  },
  'GET /api/v1/push/vapid-key': {
    summary: 'The key with which browsers subscribe to pushes of this service (RFC 8292)',
    access: 'account',
    answer: z.object({ key: z.string() }),
    errors: [],
  },
  'GET /api/v1/push/settings': {
    summary: 'The kinds of pushes that the own account has switched off, and its quiet hours',
    access: 'account',
    answer: data(notificationSettings),
    errors: [],
  },
  'PUT /api/v1/push/settings': {
    summary:
      'Replace them for all devices of the own account. Pushes of the quiet hours become one at their end, if messages are unread',
    access: 'account',
    body: notificationSettings,
    answer: data(notificationSettings),
    errors: [],
  },
  'GET /api/v1/push/badge': {
    summary: 'Mode of the badge on the app icon while messages are unread: always 100, or their number',
    access: 'account',
    answer: z.object({ badge: z.enum(['100', 'count']) }),
    errors: [],
  },
});
