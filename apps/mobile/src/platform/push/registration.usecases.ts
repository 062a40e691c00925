import { type Api, ApiError } from '../api/index.ts';
import type { Platform } from '../index.ts';

export type RegistrationDeps = {
  readonly api: Api;
  readonly platform: Pick<Platform, 'push' | 'deviceKeys'>;
  readonly accountId: string;
  readonly language: 'zh' | 'en';
};

const registerCall = 'PUT /api/v1/devices/{deviceID}/push';

/**
 * Registers this device for push messages of an account: alias and tag are the account's id (section 7).
 * @throws ApiError, or the error of the browser's push service.
 */
export async function registerPush({ api, platform, accountId, language }: RegistrationDeps): Promise<void> {
  const device = await platform.deviceKeys.current();
  // A browser that stores no keys is not a registered device.
  if (device === null) throw new ApiError({ kind: 'http', code: 'login.device_not_found', message: '' });
  const { push } = platform;
  const record = { accountId, deviceId: device.id, language };
  const token = await push.subscribe(record, async () => (await api.call('GET /api/v1/push/vapid-key')).key);
  const body = { provider: push.provider, token, alias: accountId, tags: [accountId] };
  await api.call(registerCall, { params: { deviceID: device.id }, body });
}

/** Ends push messages to this device at the service and in the browser; neither can delay a sign-out. */
export async function endPush({
  api,
  platform: { push, deviceKeys },
}: Pick<RegistrationDeps, 'api' | 'platform'>): Promise<void> {
  const device = await deviceKeys.current().catch(() => null);
  const serviceCall =
    device === null
      ? undefined
      : api.call('DELETE /api/v1/devices/{deviceID}/push', {
          params: { deviceID: device.id },
          timeoutMs: 5_000,
        });
  await Promise.allSettled([serviceCall, push.unsubscribe()]);
}

/** Whether a retry cannot succeed: the service refused the request, for example an unsupported provider. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

const firstDelayMs = 2_000;
const maxDelayMs = 5 * 60_000;

/** Delay in ms after a number of failures in a row. */
export const registrationDelayMs = (failures: number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));

export type RetryOptions = {
  readonly signal: AbortSignal;
  /** Resolves after `ms`, or as soon as the network returns; rejects when the signal is aborted. */
  readonly wait: (ms: number) => Promise<void>;
};

/**
 * Registers, and retries until it succeeds or cannot succeed.
 * @returns whether it is registered.
 */
export async function registerUntilSuccess(
  deps: RegistrationDeps,
  { signal, wait }: RetryOptions,
): Promise<boolean> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await registerPush(deps);
      return true;
    } catch (error) {
      if (isFinal(error)) return false;
      await wait(registrationDelayMs(failures)).catch(() => undefined);
    }
  }
  return false;
}

/**
 * Turns push messages on by the user's choice. The choice is stored before the first attempt, so that a registration
 * on a bad network continues until it succeeds, also after a restart.
 * @returns `waiting` if a later attempt can succeed: `registerUntilSuccess` continues.
 */
export async function turnOnPush(
  deps: Omit<RegistrationDeps, 'platform'> & {
    readonly platform: Pick<Platform, 'push' | 'deviceKeys' | 'preferences'>;
  },
): Promise<'on' | 'waiting' | 'failed'> {
  const { preferences } = deps.platform;
  await preferences.set('push', 'on');
  try {
    await registerPush(deps);
    return 'on';
  } catch (error) {
    if (!isFinal(error)) return 'waiting';
    await preferences.remove('push');
    return 'failed';
  }
}
