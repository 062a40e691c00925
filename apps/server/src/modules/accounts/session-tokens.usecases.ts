import { randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { longestTokenLifeMs } from '../../infra/tokens/token-keys.adapter.ts';
import type { Tokens } from '../../infra/tokens/tokens.adapter.ts';
import { deleteStaleProofs } from './devices.repository.ts';
import { deleteExpiredTokens, insertToken, type TokenRow } from './sessions.repository.ts';

const hour = 3_600_000;
/** A session with a device lives on by refreshing, to the end of the session; one without ends. */
const lifetime = { withDevice: longestTokenLifeMs, withoutDevice: 12 * hour };

export interface SessionToken {
  token: string;
  /** Milliseconds since 1970. */
  expire: number;
}

export interface IssueOptions {
  sid: string;
  aid: string;
  hasDevice: boolean;
  /** The token that this one is exchanged for; null at sign-in. */
  predecessor: string | null;
  /** Milliseconds since 1970. */
  now: number;
  /** The same: no token of the session is good beyond it. */
  sessionEnd: number;
}

/** Makes the next token of a session. */
export async function issueToken(
  db: DatabaseHandle,
  tokens: Tokens,
  options: IssueOptions,
): Promise<SessionToken> {
  const { sid, aid, hasDevice, predecessor, now, sessionEnd } = options;
  const issuedAt = wholeSeconds(now);
  const life = hasDevice ? lifetime.withDevice : lifetime.withoutDevice;
  const expireAt = wholeSeconds(Math.min(issuedAt.getTime() + life, sessionEnd));
  const row = { jti: randomUUID(), issued_at: issuedAt, expire_at: expireAt, kid: tokens.signingKid() };
  await insertToken(db, { jti: row.jti, sid, predecessor, issuedAt, expireAt, kid: row.kid });
  return writeToken(tokens, aid, row);
}

/** Tokens carry whole seconds: so does the row, or the client would be told another end than the token has. */
const wholeSeconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000);

/** Writes a token from its row: each time the same, as its key signs as long as it is accepted. */
export function writeToken(tokens: Tokens, aid: string, row: TokenRow): SessionToken {
  const expire = row.expire_at.getTime();
  const claims = { sub: aid, jti: row.jti, issuedAt: row.issued_at.getTime(), expireAt: expire };
  return { token: tokens.sign('sealflow', claims, row.kid), expire };
}

/** Forgets tokens that ended more than a day ago and proofs that are refused for their age. */
export async function forgetPastSessions(db: DatabaseHandle, now: number): Promise<void> {
  await deleteExpiredTokens(db, new Date(now - 24 * hour));
  await deleteStaleProofs(db, new Date(now));
}
