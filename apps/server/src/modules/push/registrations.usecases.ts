import { createHash, randomUUID } from 'node:crypto';
import type { Body } from '@sealflow/contract';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import type { Language } from '../../infra/http/language.util.ts';
import { lockMasterKey, unwrapAtRest, type WrappedColumn, wrapAtRest } from '../../infra/master-key/index.ts';
import { findDevice } from '../accounts/devices/devices.usecases.ts';
import { lockActiveSession } from '../accounts/sessions/session-expiry.usecases.ts';
import type { PushContext } from './push.types.ts';
import * as repository from './registrations.repository.ts';
import { selectPushStates } from './registrations.repository.ts';

type Registration = Body<'PUT /api/v1/devices/{deviceID}/push'>;
interface Device {
  readonly aid: string;
  readonly deviceID: string;
}

/**
 * Registers the session's device for push notifications, replacing its previous registration. The registration ends
 * with the session. A token that another device or account had registered moves to this one.
 * @throws ServiceError `login.device_not_found`, `push.alias_invalid`, `push.token_invalid`, `push.endpoint_refused`,
 * `push.provider_not_configured`.
 */
export async function registerPush(
  context: PushContext,
  {
    session,
    deviceID,
    registration,
    language,
  }: { session: AccountSession; deviceID: string; registration: Registration; language: Language },
): Promise<void> {
  const { aid } = session;
  const { provider, token, alias, tags } = registration;
  // A device can only be registered in its own session: the end of another session would not delete the registration.
  if (session.device?.id !== deviceID) throw new ServiceError('login.device_not_found');
  if (alias !== aid || !tags.includes(aid)) throw new ServiceError('push.alias_invalid');
  const sender = context.senders[provider];
  if (!sender) throw new ServiceError('push.provider_not_configured', { provider });
  const verdict = sender.check(token);
  if (verdict === 'malformed') throw new ServiceError('push.token_invalid');
  if (verdict === 'refused') throw new ServiceError('push.endpoint_refused');
  const digest = createHash('sha256')
    .update(`${provider}\n${sender.identify(token)}`)
    .digest('hex');
  const at = new Date(context.clock());
  await inTransaction(context.db, async (transaction) => {
    await lockActiveSession(transaction, session.sid);
    await lockMasterKey(transaction, context.masterKey);
    await repository.lockToken(transaction, digest);
    await repository.deleteOtherRegistrations(transaction, { provider, digest, aid, deviceID });
    await repository.upsertRegistration(transaction, {
      registration_id: randomUUID(),
      aid,
      device_id: deviceID,
      provider,
      token_digest: digest,
      wrapped_token: wrapAtRest(Buffer.from(token), context.masterKey.bytes, contextOf(digest)),
      tags: [...tags],
      language,
      created_at: at,
      updated_at: at,
    });
  });
}

/**
 * Succeeds also for a device without a registration.
 * @throws ServiceError `login.device_not_found`.
 */
export async function unregisterPush(context: PushContext, device: Device): Promise<void> {
  await requireDevice(context, device);
  await repository.deleteRegistration(context.db, device);
}

/** The decrypted token of a registration. */
export function decryptToken(
  { masterKey }: Pick<PushContext, 'masterKey'>,
  row: Pick<repository.RegistrationRow, 'wrapped_token' | 'token_digest'>,
): string {
  return unwrapAtRest(row.wrapped_token, masterKey.bytes, contextOf(row.token_digest)).toString();
}

const contextOf = (digest: string) => `push:${digest}`;

export const wrappedPushTokens: WrappedColumn = {
  table: 'push_registrations',
  column: 'wrapped_token',
  id: 'registration_id',
  of: 'token_digest',
  contextOf,
};

async function requireDevice({ db }: PushContext, device: Device): Promise<void> {
  const found = await findDevice(db, device);
  if (!found || found.isWithdrawn) throw new ServiceError('login.device_not_found');
}

/** The push registration of a device and the state of its recent deliveries. */
interface PushState {
  readonly provider: 'webpush' | 'fcm' | 'apns' | 'jpush';
  readonly registeredAt: number;
  /** Messages that the provider has not accepted yet. */
  readonly waiting: number;
  readonly lastSentAt: number | null;
}

/** By device id; devices without a registration are not included. */
export async function getPushStates(
  db: DatabaseHandle,
  aid: string,
): Promise<ReadonlyMap<string, PushState>> {
  const rows = await selectPushStates(db, aid);
  return new Map(
    rows.map(({ device_id, provider, updated_at, waiting, last_sent_at }) => [
      device_id,
      {
        provider,
        registeredAt: updated_at.getTime(),
        waiting: waiting ?? 0,
        lastSentAt: last_sent_at?.getTime() ?? null,
      },
    ]),
  );
}
