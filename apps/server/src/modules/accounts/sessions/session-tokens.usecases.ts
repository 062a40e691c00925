import type { DatabaseHandle } from '../../../infra/database/index.ts';
import { createTimeOrderedID } from '../../../infra/random/time-ordered-id.util.ts';
import { maxTokenLifetimeMs } from '../../../infra/tokens/token-keys.repository.ts';
import type { Tokens } from '../../../infra/tokens/tokens.util.ts';
import { deleteStaleUses } from '../devices/proof-uses.repository.ts';
import { deleteExpiredTokens, insertToken, type NewTokenRow, type TokenRow } from './sessions.repository.ts';

const hourMs = 3_600_000;
/**
 * Lifetimes of tokens. A session with a device refreshes its token until the session ends; one without a device has a
 * single token.
 */
const tokenLifetimesMs = { withDevice: maxTokenLifetimeMs, withoutDevice: 12 * hourMs };

export interface SessionToken {
  token: string;
  /** Milliseconds since 1970. */
  expire: number;
}

export interface IssueOptions {
  sid: string;
  aid: string;
  hasDevice: boolean;
  /** The token that this one replaces; null at sign-in. */
  predecessor: string | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds since 1970: no token of the session is valid beyond this time. */
  sessionEnd: number;
}

/** Issues the first token of a session. */
export async function issueToken(
  db: DatabaseHandle,
  tokens: Tokens,
  options: IssueOptions,
): Promise<SessionToken> {
  const { issued, row } = createToken(tokens, options);
  await insertToken(db, row);
  return issued;
}

/** Creates the next token of a session, and its row. */
export function createToken(
  tokens: Tokens,
  { sid, aid, hasDevice, predecessor, now, sessionEnd }: IssueOptions,
): { issued: SessionToken; row: NewTokenRow } {
  const issuedAt = truncateToSeconds(now);
  const lifetimeMs = hasDevice ? tokenLifetimesMs.withDevice : tokenLifetimesMs.withoutDevice;
  const expireAt = truncateToSeconds(Math.min(issuedAt.getTime() + lifetimeMs, sessionEnd));
  // The id begins with the time of expiry, so that the primary key finds expired tokens. It grants nothing without the signature.
  const jti = createTimeOrderedID(expireAt.getTime());
  const row = { jti, sid, predecessor, issued_at: issuedAt, expire_at: expireAt, kid: tokens.signingKid() };
  const issued = signToken(tokens, aid, row);
  return { issued, row: { ...row, mac: tokens.macOf(issued.token) } };
}

/** Tokens contain whole seconds. The row does too, so that the client receives the same expiry as in the token. */
const truncateToSeconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000);

/**
 * Signs a token from its row. The result is always the same, because its key is retained as long as the token is
 * accepted.
 */
export function signToken(tokens: Tokens, aid: string, row: TokenRow): SessionToken {
  const expire = row.expire_at.getTime();
  const claims = { sub: aid, jti: row.jti, issuedAt: row.issued_at.getTime(), expireAt: expire };
  return { token: tokens.sign('sealflow', claims, row.kid), expire };
}

/** Deletes tokens that expired more than a day ago, and ids of proofs that are rejected because of their age. */
export async function deleteExpiredTokensAndProofs(db: DatabaseHandle, now: number): Promise<void> {
  await deleteExpiredTokens(db, new Date(now - 24 * hourMs));
  await deleteStaleUses(db, new Date(now));
}
