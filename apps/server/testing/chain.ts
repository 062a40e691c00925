import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { DatabaseHandle } from '../src/infra/database/index.ts';
import { createStatements } from '../src/infra/tokens/statements.util.ts';
import type { TokenKey } from '../src/infra/tokens/token-keys.repository.ts';
import { selectLinks } from '../src/modules/audit/audit.repository.ts';
import { type AuditContext, recordActs } from '../src/modules/audit/audit.usecases.ts';
import { hashOf } from '../src/modules/audit/audit-chain.usecases.ts';
import { verifyChain } from '../src/modules/audit/audit-verify.usecases.ts';
import type { CheckpointServices } from '../src/modules/audit/checkpoints.usecases.ts';
import { linkPending, measureLinkingLag } from '../src/modules/audit/linking.usecases.ts';
import { makeTestFolder } from './folder.ts';
import { eventually } from './patience.ts';

export function testTokenKey(kid = 'test'): TokenKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid } as TokenKey['publicJwk'];
  return { kid, publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
}

/** Checkpoints of a chain of tests, signed by a key of their own, into a file of their own. */
export function testCheckpoints(db: DatabaseHandle, key = testTokenKey()): CheckpointServices {
  return {
    db,
    clock: Date.now,
    statements: createStatements({ list: () => [key] }, Date.now),
    publicUrl: () => 'http://localhost',
    file: join(makeTestFolder(), 'audit', 'checkpoints.jsonl'),
    publishing: undefined,
  };
}

export const by = (handle: DatabaseHandle, tid: string | null): AuditContext => ({
  handle,
  actor: { kind: 'account', tid, aid: 'a-1', fid: 'f-1', deviceID: 'd-1' },
  at: new Date(),
});

/** Records so many acts of a tenant, one by one told apart by their subject, in one transaction. */
export function act(handle: DatabaseHandle, tid: string | null, subjects: readonly string[]): Promise<void> {
  return recordActs(
    by(handle, tid),
    subjects.map((subject) => ({ act: 'test.done', subject })),
  );
}

/** Links all that was recorded: whatever else runs on the server, for another database even, may hold it up for a moment. */
export function linkAll(db: DatabaseHandle): Promise<void> {
  return eventually(async () => {
    await linkPending(db);
    expect((await measureLinkingLag(db)).records).toBe(0);
  });
}

/** Changes what is only added to, as one can who has the database in their hands. */
export async function tamper(
  db: DatabaseHandle,
  change: (db: DatabaseHandle) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // No trigger of any table runs in this transaction.
    await sql`set local session_replication_role = replica`.execute(transaction);
    await change(transaction);
  });
}

/** Makes every hash from one record on follow again. */
export async function rewriteHashes(db: DatabaseHandle, chain: string, from: number): Promise<void> {
  const links = await selectLinks(db, { chain, from: Math.max(from - 1, 1), to: 1_000_000, limit: 100_000 });
  let previous = from === 1 ? Buffer.alloc(32) : links.shift()?.hash;
  for (const { sequence, record } of links) {
    if (!record || !previous) throw new Error('nothing to rewrite');
    const hash = hashOf(previous, sequence, record);
    await sql`update audit_links set hash = ${hash} where chain = ${chain} and sequence = ${sequence}`.execute(
      db,
    );
    previous = hash;
  }
}

/** The first record of a tenant's chain that does not follow, or not what was signed by this key; null where all do. */
export async function findBreak(
  db: DatabaseHandle,
  tid: string | null,
  key?: TokenKey,
): Promise<number | null> {
  const { broken } = await verifyChain(testCheckpoints(db, key), tid);
  return broken?.at ?? null;
}
