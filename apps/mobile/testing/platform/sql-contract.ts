import { expect, it } from 'vitest';
import type { SqlPort } from '../../src/platform/ports/sql.port.ts';

/** The contract of the SQL adapters. `open` returns an empty database. */
export function sqlContract(open: () => Promise<SqlPort>): void {
  const withTable = async () => {
    const sql = await open();
    await sql.run('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL)');
    return sql;
  };

  it('binds and gives back text, whole and broken numbers, times and null', async () => {
    const sql = await withTable();
    const time = 1_795_000_000_123;
    expect(await sql.run('INSERT INTO t VALUES (?, ?, ?)', [time, "合同 '终稿' 📄", 0.5])).toEqual({
      changes: 1,
    });
    await sql.run('INSERT INTO t VALUES (?, ?, ?)', [2, null, null]);
    expect(await sql.query('SELECT * FROM t ORDER BY id DESC')).toEqual([
      { id: time, name: "合同 '终稿' 📄", size: 0.5 },
      { id: 2, name: null, size: null },
    ]);
    expect(await sql.run('DELETE FROM t WHERE id > ?', [0])).toEqual({ changes: 2 });
    expect(await sql.query('SELECT * FROM t')).toEqual([]);
    await sql.close();
  });

  it('keeps a transaction whole or leaves nothing of it', async () => {
    const sql = await withTable();
    const sum = await sql.transaction(async (tx) => {
      await tx.run('INSERT INTO t (name) VALUES (?)', ['a']);
      return (await tx.query('SELECT count(*) AS n FROM t'))[0]?.['n'];
    });
    expect(sum).toBe(1);
    const failure = new Error('half way');
    const failed = sql.transaction(async (tx) => {
      await tx.run('INSERT INTO t (name) VALUES (?)', ['b']);
      throw failure;
    });
    await expect(failed).rejects.toBe(failure);
    expect(await sql.query('SELECT name FROM t')).toEqual([{ name: 'a' }]);
    await sql.close();
  });

  it('lets no other call into an open transaction', async () => {
    const sql = await withTable();
    const order: string[] = [];
    const inside = sql.transaction(async (tx) => {
      await tx.run("INSERT INTO t (name) VALUES ('inside')");
      order.push('inside');
    });
    const outside = sql.run("INSERT INTO t (name) VALUES ('outside')").then(() => order.push('outside'));
    await Promise.all([inside, outside]);
    expect(order).toEqual(['inside', 'outside']);
    expect(await sql.query('SELECT name FROM t ORDER BY id')).toEqual([
      { name: 'inside' },
      { name: 'outside' },
    ]);
    await sql.close();
  });

  it('goes on after a statement that failed', async () => {
    const sql = await withTable();
    await expect(sql.query('SELECT nothing FROM nowhere')).rejects.toThrow(Error);
    expect(await sql.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await sql.close();
  });
}
