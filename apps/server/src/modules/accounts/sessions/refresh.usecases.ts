import { inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import type { AccountsContext } from '../accounts.types.ts';
import { touchDevice } from '../devices/devices.repository.ts';
import { checkSessionProof, type PresentedProof } from './session-proof.usecases.ts';
import { issueToken, type SessionToken, signToken } from './session-tokens.usecases.ts';
import {
  endSessions,
  lockSession,
  selectSessionTenants,
  selectSuccessor,
  selectToken,
} from './sessions.repository.ts';

/**
 * Exchanges a token for its successor; a repetition returns the same successor. A session without a device has no
 * successor: its only token lives 12 hours and is returned unchanged.
 * @throws ServiceError `login.signature_is_invalid` without a proof of the device over this token, which also ends the
 * session; `login.device_proof_invalid` for a proof of the device that is too old or was used before.
 */
export async function refreshToken(
  context: AccountsContext,
  session: AccountSession,
  presented: PresentedProof,
): Promise<SessionToken> {
  const { aid, sid, jti, device } = session;
  const { db, tokens, sessionLifetimeMs } = context;
  if (!device) {
    await assertActiveTenant(context, sid);
    return signToken(tokens, aid, await selectToken(db, jti));
  }
  await assertProof(context, { sid, device }, presented);
  await assertActiveTenant(context, sid);
  const now = context.clock();
  await touchDevice(db, { aid, deviceID: device.id, at: new Date(now) });
  return inTransaction(db, async (transaction) => {
    // Of two tabs that refresh concurrently the second one receives the successor that the first one created.
    const liveSession = await lockSession(transaction, sid);
    const sessionEnd = (liveSession?.since.getTime() ?? 0) + sessionLifetimeMs;
    // Reached only where the operator has reduced the lifetime of sessions after the token was issued.
    if (!liveSession || sessionEnd <= now) throw new ServiceError('login.token_expired');
    const successor = await selectSuccessor(transaction, jti);
    if (successor) return signToken(tokens, aid, successor);
    return issueToken(transaction, tokens, { sid, aid, hasDevice: true, predecessor: jti, now, sessionEnd });
  });
}

/** Ends a session at the request of its owner. The device stays registered. */
export async function signOut(context: AccountsContext, { sid, aid, device }: AccountSession): Promise<void> {
  const at = new Date(context.clock());
  await inTransaction(context.db, async (transaction) => {
    await endSessions(transaction, { sid }, { reason: 'logout', at });
    await recordAccountAct(
      transaction,
      { aid, deviceID: device?.id ?? null, at },
      { act: 'account.signed_out' },
    );
  });
}

/**
 * Asserts that the account is still an active member of one of the tenants that its sign-in returned. Otherwise the
 * person has to sign in again to receive the current tenants.
 * @throws ServiceError `login.please_switch_to_actual_tenant`, `login.tenant_access_denied`.
 */
async function assertActiveTenant({ db }: AccountsContext, sid: string): Promise<void> {
  const { given, active } = await selectSessionTenants(db, sid);
  if (!given?.length || given.some((tid) => active.includes(tid))) return;
  throw new ServiceError(
    active.length > 0 ? 'login.please_switch_to_actual_tenant' : 'login.tenant_access_denied',
  );
}

async function assertProof(
  context: AccountsContext,
  { sid, device }: { sid: string; device: { thumbprint: string } },
  presented: PresentedProof,
): Promise<void> {
  const proofResult = await checkSessionProof(context, device, presented);
  if (proofResult === 'good') return;
  // A stale or reused proof of the right device: a wrong clock or a lost response. It gives an attacker no token.
  if (proofResult !== 'wrong') throw new ServiceError('login.device_proof_invalid', { reason: proofResult });
  await endSessions(context.db, { sid }, { reason: 'proof_missing', at: new Date(context.clock()) });
  throw new ServiceError('login.signature_is_invalid');
}
