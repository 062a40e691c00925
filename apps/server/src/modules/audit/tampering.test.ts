import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  linkAll,
  recordTestActs,
  rewriteHashes,
  tamper,
  testCheckpoints,
  testTokenKey,
} from '../../../testing/chain.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import type { DatabaseConnection, DatabaseHandle } from '../../infra/database/index.ts';
import { createStatementReader } from '../../infra/tokens/statements.util.ts';
import { legacyHashOf } from './audit-chain.usecases.ts';
import { verifyChain } from './audit-verify.usecases.ts';
import { type CheckpointServices, writeCheckpoints } from './checkpoints.usecases.ts';
import { exportChain } from './export.usecases.ts';
import { checkExport } from './export-check.usecases.ts';

const key = testTokenKey();
let database: DatabaseConnection;
let db: DatabaseHandle;
let parts: CheckpointServices;
let tid = '';

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.handle;
  parts = testCheckpoints(db, key);
});
afterAll(() => database.close());

/** Twelve records with a signed checkpoint after the eighth. */
beforeEach(async ({ task }) => {
  tid = task.id;
  await recordTestActs(db, tid, ['1', '2', '3', '4', '5', '6', '7', '8']);
  await linkAll(db);
  await writeCheckpoints(parts);
  await recordTestActs(db, tid, ['9', '10', '11', '12']);
  await linkAll(db);
});

const broken = async () => (await verifyChain(parts, tid)).broken;
const linkAt = (sequence: number) => sql`chain = ${tid} and sequence = ${sequence}`;
const recordAt = (sequence: number) => sql`id = (select record from audit_links where ${linkAt(sequence)})`;

test('an intact chain verifies to its end, with its checkpoint', async () => {
  expect(await verifyChain(parts, tid)).toEqual({ last: 12, checkpoints: 1, broken: null });
});

test('no record can be changed, not even by the service itself', async () => {
  for (const table of ['audit_records', 'audit_links', 'audit_checkpoints']) {
    for (const change of [
      sql`update ${sql.table(table)} set at = now()`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('audit records are only added');
    }
  }
});

describe('verification finds the first bad record after', () => {
  test('a change', async () => {
    await tamper(db, (on) => sql`update audit_records set fid = 'other' where ${recordAt(5)}`.execute(on));
    expect(await broken()).toEqual({ at: 5, why: 'changed' });
  });

  test('a changed hash', async () => {
    await tamper(db, (on) => sql`update audit_links set hash = '\\x00' where ${linkAt(5)}`.execute(on));
    expect(await broken()).toEqual({ at: 5, why: 'changed' });
  });

  test('a deleted record', async () => {
    await tamper(db, (on) => sql`delete from audit_records where ${recordAt(5)}`.execute(on));
    expect(await broken()).toEqual({ at: 5, why: 'missing' });
  });

  test('a deleted link', async () => {
    await tamper(db, (on) => sql`delete from audit_links where ${linkAt(5)}`.execute(on));
    expect(await broken()).toEqual({ at: 5, why: 'missing' });
  });

  test('a swap of two records', async () => {
    await tamper(db, async (on) => {
      await sql`update audit_links set sequence = 1000 where ${linkAt(4)}`.execute(on);
      await sql`update audit_links set sequence = 4 where ${linkAt(6)}`.execute(on);
      await sql`update audit_links set sequence = 6 where ${linkAt(1000)}`.execute(on);
    });
    expect(await broken()).toEqual({ at: 4, why: 'order' });
  });

  test('a swap of the contents of two records', async () => {
    await tamper(db, async (on) => {
      const { rows } = await sql<{ record: number }>`
        select record from audit_links where chain = ${tid} and sequence in (4, 6) order by sequence
      `.execute(on);
      const [four, six] = rows.map(({ record }) => record);
      await sql`update audit_links set record = -1 where ${linkAt(4)}`.execute(on);
      await sql`update audit_links set record = ${four} where ${linkAt(6)}`.execute(on);
      await sql`update audit_links set record = ${six} where ${linkAt(4)}`.execute(on);
    });
    expect(await broken()).toEqual({ at: 4, why: 'order' });
  });

  test('an appended record with an invented hash', async () => {
    await tamper(db, async (on) => {
      await recordTestActs(on, tid, ['forged']);
      await sql`
        insert into audit_links (chain, sequence, record, hash)
        select ${tid}, 13, max(id), '\\x01' from audit_records
      `.execute(on);
    });
    expect(await broken()).toEqual({ at: 13, why: 'changed' });
  });

  test('a record written beside the chain', async () => {
    await tamper(db, (on) => recordTestActs(on, tid, ['forged']));
    expect(await broken()).toEqual({ at: 13, why: 'missing' });
  });

  test('removal of the links behind the last checkpoint, with the records left', async () => {
    await tamper(db, (on) => sql`delete from audit_links where chain = ${tid} and sequence > 10`.execute(on));
    expect(await broken()).toEqual({ at: 11, why: 'missing' });
  });

  test('removal of the links and records from before the last checkpoint on', async () => {
    await tamper(db, async (on) => {
      await sql`
        delete from audit_records where id in (select record from audit_links where chain = ${tid} and sequence > 6)
      `.execute(on);
      await sql`delete from audit_links where chain = ${tid} and sequence > 6`.execute(on);
    });
    expect(await broken()).toEqual({ at: 7, why: 'missing', checkpoint: 8 });
  });

  test('a rewrite of the chain from some record on', async () => {
    await writeCheckpoints(parts);
    await tamper(db, async (on) => {
      await sql`update audit_records set fid = 'other' where ${recordAt(10)}`.execute(on);
      await rewriteHashes(on, tid, 10);
    });
    expect(await broken()).toEqual({ at: 9, why: 'checkpoint', checkpoint: 12 });
  });

  test('a rewrite of the chain with deleted and newly signed checkpoints', async () => {
    await tamper(db, async (on) => {
      await sql`update audit_records set fid = 'other' where ${recordAt(2)}`.execute(on);
      await rewriteHashes(on, tid, 1);
      await sql`delete from audit_checkpoints where chain = ${tid}`.execute(on);
    });
    await writeCheckpoints(parts);
    expect(await broken()).toEqual({ at: 1, why: 'checkpoint', checkpoint: 8 });
  });

  test('a checkpoint with a foreign signature', async () => {
    await tamper(db, async (on) => {
      await sql`
        update audit_checkpoints set statement = left(statement, -8) || 'AAAAAAAA' where chain = ${tid}
      `.execute(on);
    });
    expect(await broken()).toEqual({ at: 1, why: 'checkpoint', checkpoint: 8 });
  });
});

describe('checkpoints outside the database', () => {
  test('are in a file that only its owner can read', () => {
    expect(statSync(parts.file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(parts.file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ tid, sequence: 8 }),
    );
  });

  test('are written only if there is something new', async () => {
    expect(await writeCheckpoints(parts)).toBeGreaterThan(0);
    expect(await writeCheckpoints(parts)).toBe(0);
  });

  test('count also after a cut-off line, and those of other services do not', async () => {
    const other = testCheckpoints(db, testTokenKey('elsewhere'));
    const torn = { ...parts, file: other.file };
    await tamper(db, (on) => sql`delete from audit_checkpoints where chain = ${tid}`.execute(on));
    await writeCheckpoints(other);
    writeFileSync(torn.file, '{"tid":', { flag: 'a' });
    expect(await verifyChain(torn, tid)).toEqual({ last: 12, checkpoints: 0, broken: null });
  });
});

describe('export', () => {
  const read = createStatementReader([key.publicJwk]);
  const exported = async (after?: number): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of exportChain(parts, { tid, after })) lines.push(line);
    return lines;
  };
  const check = (lines: readonly string[], by: typeof read | null = read) =>
    checkExport(createInterface({ input: Readable.from(lines) }), by ?? undefined);

  test('ends with its signed part, even if more is linked meanwhile', async () => {
    let isLinked = false;
    const meanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // The export has read the chain end that it is about to sign.
        if (!isLinked && result.rows.some((row) => row['chain'] === tid && row['sequence'] === 12)) {
          isLinked = true;
          await recordTestActs(db, tid, ['13', '14']);
          await linkAll(db);
        }
        return result;
      },
    };
    const lines: string[] = [];
    for await (const line of exportChain({ ...parts, db: db.withPlugin(meanwhile) }, { tid }))
      lines.push(line);
    expect(isLinked).toBe(true);
    expect(await check(lines)).toMatchObject({ last: 12, signedUpTo: 12, broken: null });
    expect(await check(await exported())).toMatchObject({ last: 14, signedUpTo: 14, broken: null });
  });

  test('is verified without the service, to its last record', async () => {
    const whole = { tid, first: 1, last: 12, checkpoints: 2, signedUpTo: 12, broken: null };
    expect(await check(await exported())).toEqual(whole);
    expect(await check(await exported(), null)).toMatchObject({
      checkpoints: 0,
      signedUpTo: 0,
      broken: null,
    });
    expect(await check(await exported(9))).toMatchObject({
      first: 10,
      last: 12,
      signedUpTo: 12,
      broken: null,
    });
  });

  test('shows changed, missing and moved records', async () => {
    const lines = await exported();
    const changed = lines.map((line) => line.replace('"subject":"5"', '"subject":"x"'));
    expect((await check(changed)).broken).toEqual({ at: 5, why: 'changed' });
    expect((await check(lines.toSpliced(5, 1))).broken).toEqual({ at: 5, why: 'missing' });
    const swapped = lines.with(5, lines[6] ?? '').with(6, lines[5] ?? '');
    expect((await check(swapped)).broken).toEqual({ at: 5, why: 'missing' });
    await expect(check(lines.slice(0, -1))).rejects.toThrow('is truncated');
    await expect(check(lines.slice(1))).rejects.toThrow('does not begin');
    await expect(check([...lines, '{}'])).rejects.toThrow('not part of an export');
  });

  test('shows a rewritten chain', async () => {
    await tamper(db, async (on) => {
      await sql`update audit_records set fid = 'other' where ${recordAt(3)}`.execute(on);
      await rewriteHashes(on, tid, 3);
    });
    expect((await check(await exported())).broken).toEqual({ at: 1, why: 'checkpoint', checkpoint: 8 });
  });
});

test('a chain of the previous release is recomputed as that release computed it', async () => {
  const former = async (sequence: number, fid: string, previous: Buffer): Promise<Buffer> => {
    const at = new Date(1_800_000_000_000 + sequence);
    const record = {
      tid: 'former',
      at,
      act: 'rewrap',
      decision: 'granted',
      reason: null,
      aid: null,
      fid,
    } as const;
    const rest = { deviceID: null, operatorID: null, documentID: null, kid: null };
    const none = { subject: null, sha256: null, count: 1, former: null };
    const hash = legacyHashOf(previous, sequence, { ...record, ...rest, ...none });
    await sql`
      insert into access_audit (tid, sequence, at, act, decision, fid, hash)
      values ('former', ${sequence}, ${at}, 'rewrap', 'granted', ${fid}, ${hash})
    `.execute(db);
    return hash;
  };
  const first = await former(1, 'f-1', Buffer.alloc(32));
  await former(2, 'f-2', first);
  expect((await verifyChain(parts, 'former')).broken).toBeNull();
  await former(3, 'f-3', first);
  expect((await verifyChain(parts, 'former')).broken).toEqual({ at: 3, why: 'changed' });
});
