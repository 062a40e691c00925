import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id } from './common.schemas.ts';

const pushProvider = z.enum(['webpush', 'fcm', 'apns', 'jpush']);

/** `alias` is the account id and `tags` hold it (section 7); the token of Web Push is the PushSubscription as JSON. */
const pushRegistration = z.strictObject({
  provider: pushProvider,
  token: z.string().min(1).max(4096),
  alias: z.string().min(1).max(100),
  tags: z.array(z.string().min(1).max(100)).min(1).max(20),
});

const deviceParams = z.strictObject({ deviceID: id });

export const pushCalls = declareCalls({
  'PUT /api/v1/devices/{deviceID}/push': {
    summary: 'Register a device for pushes, in the language of the request; one registration a device',
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
    summary: 'End pushes to a device; the end of its session does the same',
    access: 'account',
    params: deviceParams,
    answer: 'none',
    errors: ['login.device_not_found'],
  },
  'GET /api/v1/push/vapid-key': {
    summary: 'The key that a browser subscribes to pushes of this service with (RFC 8292)',
    access: 'account',
    answer: z.object({ key: z.string() }),
    errors: [],
  },
  'GET /api/v1/push/badge': {
    summary: 'What stands on the icon of the app while messages are unread: always 100, or how many they are',
    access: 'account',
    answer: z.object({ badge: z.enum(['100', 'count']) }),
    errors: [],
  },
});
