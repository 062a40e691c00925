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
import { eventually } from './eventually.ts';
import { makeTestFolder } from './folder.ts';

export function testTokenKey(kid = 'test'): TokenKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid } as TokenKey['publicJwk'];
  return { kid, publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
}

/** Checkpoint services with a separate signing key and a separate checkpoint file. */
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

/** Records one act of a tenant for each subject, in one transaction. */
export function recordTestActs(
  handle: DatabaseHandle,
  tid: string | null,
  subjects: readonly string[],
): Promise<void> {
  return recordActs(
    by(handle, tid),
    subjects.map((subject) => ({ act: 'message.sent', subject })),
  );
}

/** Links all pending records. Any transaction on the server can delay linking, so this function retries. */
export function linkAll(db: DatabaseHandle): Promise<void> {
  return eventually(async () => {
    await linkPending(db);
    expect((await measureLinkingLag(db)).records).toBe(0);
  });
}

/** Changes append-only tables, as an attacker with full access to the database can. */
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

/** Recomputes the hash chain from one record on. */
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

/** Sequence number of the first record that breaks the chain or its signed checkpoints; null if the chain is intact. */
export async function findBreak(
  db: DatabaseHandle,
  tid: string | null,
  key?: TokenKey,
): Promise<number | null> {
  const { broken } = await verifyChain(testCheckpoints(db, key), tid);
  return broken?.at ?? null;
}

/** The subjects of the linked records of a chain, in its order. */
export async function selectLinkedSubjects(
  handle: DatabaseHandle,
  chain: string,
): Promise<(string | null)[]> {
  const rows = await handle
    .selectFrom('audit_links')
    .innerJoin('audit_records', 'audit_records.id', 'audit_links.record')
    .select(['subject'])
    .where('chain', '=', chain)
    .orderBy('sequence')
    .execute();
  return rows.map(({ subject }) => subject);
}
