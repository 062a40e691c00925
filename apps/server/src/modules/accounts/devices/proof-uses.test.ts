import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../testing/database.ts';
import { registerNodes, registerOwnRelease } from '../../../../testing/nodes.ts';
import { deleteStaleUses, insertProofUse, insertUse } from './proof-uses.repository.ts';

const database = useTestDatabase();
const start = Date.UTC(2026, 10, 28);
const second = 1000;

/** Uses a proof. Its time is in seconds after the start. */
const use = (jti: string, { issued, now = issued }: { issued: number; now?: number }) => {
  const issuedAt = start + issued * second;
  const proof = { thumbprint: 'key', jti, issuedAt, staleAt: issuedAt + 300 * second };
  return insertProofUse(database.handle, proof, start + now * second);
};
const stored = async (table: 'proof_uses' | 'recent_proof_uses') =>
  (await database.handle.selectFrom(table).select('jti').orderBy('jti').execute()).map(({ jti }) => jti);
/** What recovery does to unlogged tables. */
const empty = () => sql`truncate recent_proof_uses, recent_proof_uses_start`.execute(database.handle);

beforeEach(async () => {
  await empty();
  await sql`truncate proof_uses`.execute(database.handle);
  const since = new Date(start - 1);
  await database.handle.insertInto('recent_proof_uses_start').values({ since }).execute();
  await registerOwnRelease(database.handle);
});

test('both tables of recent uses are emptied together by recovery, because neither is in the log', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relpersistence = 'u' and relkind = 'r' and relname like 'recent_%' order by relname`.execute(
    database.handle,
  );
  expect(rows.map(({ name }) => name)).toEqual(['recent_proof_uses', 'recent_proof_uses_start']);
});

test('a proof is accepted once, however many nodes receive it at once', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => use('same', { issued: 0 })));
  expect(results.filter((result) => result === 'new')).toEqual(['new']);
  expect(results.filter((result) => result === 'reused')).toHaveLength(7);
  expect([await stored('recent_proof_uses'), await stored('proof_uses')]).toEqual([['same'], []]);
});

describe('after the loss of the recent uses', () => {
  test('a proof from before is rejected, and one from after it is accepted once', async () => {
    expect(await use('former', { issued: 10 })).toBe('new');
    await empty();
    const early = { earlyUntil: start + 13 * second };
    expect(await use('former', { issued: 10, now: 12 })).toEqual(early);
    expect(await use('former', { issued: 10, now: 60 })).toEqual(early);
    expect(await use('unused', { issued: 13, now: 60 })).toEqual(early);
    expect(await use('later', { issued: 14 })).toBe('new');
    expect(await use('later', { issued: 14 })).toBe('reused');
  });

  test('concurrent first uses are all rejected, since none knows how long the table is complete', async () => {
    await empty();
    const jtis = ['first', 'second', 'third', 'fourth'];
    const results = await Promise.all(jtis.map((jti) => use(jti, { issued: 12 })));
    expect(results).toEqual(jtis.map(() => ({ earlyUntil: start + 13 * second })));
    expect(await stored('recent_proof_uses')).toEqual([]);
  });

  test('a proof that was dated after its use is rejected when its time has come', async () => {
    expect(await use('ahead', { issued: 200, now: 10 })).toBe('new');
    expect(await use('ahead', { issued: 200, now: 11 })).toBe('reused');
    await empty();
    expect(await use('any', { issued: 12 })).toMatchObject({ earlyUntil: expect.any(Number) });
    expect(await use('ahead', { issued: 200, now: 190 })).toBe('reused');
    expect(await use('ahead', { issued: 200, now: 210 })).toBe('reused');
  });
});

describe('while a node of the release before runs', () => {
  test('each use is stored where that node looks, and its uses are found', async () => {
    await registerNodes(database.handle, ['058-smaller-acts', 60]);
    expect(await use('both', { issued: 10 })).toBe('new');
    expect(await use('both', { issued: 10 })).toBe('reused');
    const former = { thumbprint: 'key', jti: 'former', staleAt: start + 310 * second };
    expect(await insertUse(database.handle, former)).toBe(true);
    expect(await use('former', { issued: 10 })).toBe('reused');
    expect(await stored('proof_uses')).toEqual(['both', 'former']);
    await registerOwnRelease(database.handle);
    for (const jti of ['both', 'former']) expect(await use(jti, { issued: 10 })).toBe('reused');
  });

  test('a loss of the recent uses rejects no new proof', async () => {
    await registerNodes(database.handle, ['058-smaller-acts', 60]);
    expect(await use('known', { issued: 10 })).toBe('new');
    await empty();
    expect(await use('known', { issued: 10 })).toBe('reused');
    expect(await use('other', { issued: 10 })).toBe('new');
  });
});

test('uses are deleted from both tables once their proofs are too old', async () => {
  await use('recent', { issued: 10 });
  await use('ahead', { issued: 20, now: 10 });
  await deleteStaleUses(database.handle, new Date(start + 310 * second));
  expect(await stored('recent_proof_uses')).toEqual(['ahead', 'recent']);
  await deleteStaleUses(database.handle, new Date(start + 315 * second));
  expect([await stored('recent_proof_uses'), await stored('proof_uses')]).toEqual([['ahead'], ['ahead']]);
  await deleteStaleUses(database.handle, new Date(start + 321 * second));
  expect([await stored('recent_proof_uses'), await stored('proof_uses')]).toEqual([[], []]);
});
