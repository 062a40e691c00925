import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '@sealflow/contract';
import type { device as deviceSchema } from '@sealflow/contract/schemas';
import type { z } from 'zod';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  inTransaction,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import {
  type DeviceProof,
  thumbprintOf,
  verifyDeviceProof,
} from '../../../infra/tokens/device-proof.util.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import type { AccountServices, AccountsContext } from '../accounts.types.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import {
  type DeviceRow,
  markDeviceWithdrawn,
  selectAccountsOfKey,
  selectActiveDevices,
  selectDevice,
  updateDevice,
  upsertDevice,
} from './devices.repository.ts';
import { insertProofUse } from './proof-uses.repository.ts';

type Registration = z.output<typeof deviceSchema>;

/** A registration whose keys are proven. */
export interface ProvenDevice extends Omit<Registration, 'proof'> {
  thumbprint: string;
}

/** A device with its registered keys. */
export interface RegisteredDevice {
  aid: string;
  deviceID: string;
  platform: DeviceRow['platform'];
  signingKey: DeviceRow['signing_key'];
  agreementKey: DeviceRow['agreement_key'];
  isWithdrawn: boolean;
}

/**
 * Checks a DPoP proof (RFC 9449) and marks its id as used.
 * @returns the proof, or why it is invalid; `reused` where it was presented before.
 */
export async function consumeProof(
  context: AccountsContext,
  proof: string,
  metadata: RequestMetadata,
): Promise<DeviceProof | 'wrong' | 'stale' | 'reused'> {
  const now = context.clock();
  const proofResult = verifyDeviceProof(proof, { ...metadata, now });
  if (typeof proofResult === 'string') return proofResult;
  const use = await insertProofUse(context.db, proofResult, now);
  if (typeof use === 'string') return use === 'new' ? proofResult : use;
  // The client repeats the call with a proof of the time of this answer, in whole seconds. That proof must not be early too.
  const repeatableAt = use.earlyUntil + wholeSecondMs + timerTolerancesMs;
  if (repeatableAt > now) await wait(Math.min(repeatableAt - now, maxEarlyWaitMs));
  return 'stale';
}

const wholeSecondMs = 1000;
/** Of the timer, and of the `Date` header. */
const timerTolerancesMs = 100;
const maxEarlyWaitMs = 3000;

/**
 * Verifies that a device holds the private keys of its registration.
 * @throws ServiceError `login.device_proof_invalid`.
 */
export async function verifyDeviceRegistration(
  context: AccountsContext,
  { proof, ...device }: Registration,
  metadata: RequestMetadata,
): Promise<ProvenDevice> {
  const presented = await consumeProof(context, proof, metadata);
  if (typeof presented === 'string')
    throw new ServiceError('login.device_proof_invalid', { reason: presented });
  const thumbprint = thumbprintOf(device.signingKey);
  const agreement = thumbprintOf(device.agreementKey);
  // The same key for signing and key agreement is rejected: a signature could be used in a key agreement.
  const isProven =
    presented.thumbprint === thumbprint && presented.agreement === agreement && thumbprint !== agreement;
  if (!isProven) throw new ServiceError('login.device_proof_invalid', { reason: 'wrong' });
  return { ...device, thumbprint };
}

/**
 * Whether an account has a device with this signing key that is not withdrawn. The query is the same for a missing
 * account, so that its duration reveals nothing.
 */
export async function isKnownDevice(
  db: DatabaseHandle,
  { aid, thumbprint }: { aid: string; thumbprint: string },
): Promise<boolean> {
  return (await selectAccountsOfKey(db, thumbprint)).includes(aid);
}

/**
 * Registers a device with its current keys. A new device is recorded, and announced to the other devices of the
 * account.
 */
export async function registerDevice(
  context: AccountServices,
  db: DatabaseTransaction,
  { aid, device, hasTwoFactors }: { aid: string; device: ProvenDevice; hasTwoFactors: boolean },
): Promise<void> {
  const activeDevices = await selectActiveDevices(db, aid);
  const at = new Date(context.clock());
  const isNew = activeDevices.every(
    (other) => other.device_id !== device.id || other.thumbprint !== device.thumbprint,
  );
  await (isNew ? upsertDevice : updateDevice)(db, {
    aid,
    device_id: device.id,
    name: device.name,
    platform: device.platform,
    agreement_key: JSON.stringify(device.agreementKey),
    signing_key: JSON.stringify(device.signingKey),
    thumbprint: device.thumbprint,
    last_seen_at: at,
    two_factors_at: hasTwoFactors ? at : null,
  });
  if (!isNew) return;
  await recordAccountAct(
    db,
    { aid, deviceID: device.id, at },
    { act: 'device.registered', subject: device.id },
  );
  if (activeDevices.length > 0)
    await context.publishEvent(db, { kind: 'new_device', aid, deviceID: device.id, name: device.name });
}

export async function listDevices(
  context: AccountsContext,
  { aid, device }: AccountSession,
): Promise<Answer<'GET /api/v1/devices'>> {
  const devices = await listDevicesOf(context.db, aid);
  return { data: devices.map((one) => Object.assign(one, { current: one.id === device?.id })) };
}

/** The devices of an account that are not withdrawn, the most recently seen first. */
export async function listDevicesOf(db: DatabaseHandle, aid: string) {
  const rows = await selectActiveDevices(db, aid);
  return rows.map((row) => ({
    id: row.device_id,
    name: row.name,
    platform: row.platform,
    createAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
  }));
}

/**
 * Withdraws a device of the signed-in account.
 * @throws ServiceError `login.device_not_found`.
 */
export async function withdrawDevice(
  context: AccountsContext,
  { aid, deviceID }: { aid: string; deviceID: string },
): Promise<void> {
  const at = new Date(context.clock());
  await inTransaction(context.db, async (transaction) => {
    await withdrawAccountDevice(transaction, { aid, deviceID, at });
    await recordAccountAct(transaction, { aid, at }, { act: 'device.withdrawn', subject: deviceID });
  });
}

/**
 * Withdraws a device: its sessions end and its use licences are rejected. The caller records the act.
 * @throws ServiceError `login.device_not_found`.
 */
export async function withdrawAccountDevice(
  transaction: DatabaseTransaction,
  { aid, deviceID, at }: { aid: string; deviceID: string; at: Date },
): Promise<void> {
  const wasActive = await markDeviceWithdrawn(transaction, { aid, deviceID, at });
  if (!wasActive) throw new ServiceError('login.device_not_found');
  await endSessions(transaction, { aid, deviceID }, { reason: 'device_withdrawn', at });
}

/** A registered device, withdrawn or not. */
export async function findDevice(
  db: DatabaseHandle,
  key: { aid: string; deviceID: string },
): Promise<RegisteredDevice | undefined> {
  const row = await selectDevice(db, key);
  return (
    row && {
      ...key,
      platform: row.platform,
      signingKey: row.signing_key,
      agreementKey: row.agreement_key,
      isWithdrawn: row.withdrawn_at !== null,
    }
  );
}
