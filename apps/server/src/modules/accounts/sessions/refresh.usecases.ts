import { type DatabaseHandle, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import type { AccountsContext } from '../accounts.types.ts';
import { checkSessionProof, type PresentedProof } from './session-proof.usecases.ts';
import { createToken, type SessionToken, signToken } from './session-tokens.usecases.ts';
import {
  endSessions,
  insertSuccessor,
  selectRenewableSession,
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
    await requireRenewableSession(db, sid);
    return signToken(tokens, aid, await selectToken(db, jti));
  }
  await assertProof(context, { sid, device }, presented);
  const { since } = await requireRenewableSession(db, sid);
  const now = context.clock();
  const sessionEnd = since.getTime() + sessionLifetimeMs;
  // Reached only where the operator has reduced the lifetime of sessions after the token was issued.
  if (sessionEnd <= now) throw new ServiceError('login.token_expired');
  const { issued, row } = createToken(tokens, {
    sid,
    aid,
    hasDevice: true,
    predecessor: jti,
    now,
    sessionEnd,
  });
  const isInserted = await insertSuccessor(db, row, { aid, deviceID: device.id, at: new Date(now) });
  // Of two tabs that refresh concurrently the second one receives the successor that the first one created.
  return isInserted ? issued : signToken(tokens, aid, await selectSuccessor(db, jti));
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
 * The session, whose account is still an active member of one of the tenants that its sign-in returned. Otherwise the
 * person has to sign in again to receive the current tenants.
 * @throws ServiceError `login.token_expired`, `login.please_switch_to_actual_tenant`, `login.tenant_access_denied`.
 */
async function requireRenewableSession(db: DatabaseHandle, sid: string): Promise<{ since: Date }> {
  const session = await selectRenewableSession(db, sid);
  if (!session) throw new ServiceError('login.token_expired');
  const { given, active, since } = session;
  if (!given?.length || given.some((tid) => active.includes(tid))) return { since };
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
