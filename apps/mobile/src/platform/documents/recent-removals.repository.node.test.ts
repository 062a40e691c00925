import { describe, expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { recentRemovalsOf } from './recent-removals.repository.ts';

const recent = { list: 'recent', text: '' } as const;
const contracts = { list: 'recent', text: '合同' } as const;

async function start(names: readonly string[]) {
  const sql = await localDatabase(createMemoryPlatform());
  const mine = recentFilesOf(sql, 'a1');
  const removals = recentRemovalsOf(sql, 'a1');
  const put = (fileID: string) => mine.upsert(createRecord({ fileID, fileWholeName: fileID }), 'recent');
  for (const name of names) await put(name);
  return {
    sql,
    mine,
    removals,
    put,
    left: async () => (await mine.page(recent, 0)).map(({ fileID }) => fileID),
    purge: async (removalID: number) => {
      const gone = await removals.some(removalID);
      await removals.delete(removalID, gone);
      await removals.deleteRemoval(removalID);
      return gone;
    },
  };
}

describe('records removed one by one', () => {
  it('disappear at once, return on undo, and are purged with the ids of their files', async () => {
    const { mine, removals, left, purge } = await start(['f1', 'f2', 'f3']);
    const one = await removals.remove({ fileIDs: ['f1', 'f3'] }, 1);
    expect(one.count).toBe(2);
    expect(await left()).toEqual(['f2']);
    expect(await mine.find('f1')).toBeNull();
    await removals.restore(one.removalID);
    expect(await left()).toEqual(['f1', 'f2', 'f3']);
    const two = await removals.remove({ fileIDs: ['f1'] }, 2);
    expect(await purge(two.removalID)).toEqual(['f1']);
    await removals.restore(two.removalID);
    expect(await left()).toEqual(['f2', 'f3']);
  });

  it('return when their file is opened again', async () => {
    const { removals, put, left, purge } = await start(['f1']);
    const { removalID } = await removals.remove({ fileIDs: ['f1'] }, 1);
    await put('f1');
    expect(await purge(removalID)).toEqual([]);
    expect(await left()).toEqual(['f1']);
  });
});

describe('a list that is cleared', () => {
  it('removes the matching records except the exceptions, in this list and account only', async () => {
    const { sql, mine, removals, left, purge } = await start(['合同1', '合同2', '发票']);
    await mine.upsert(createRecord({ fileID: '合同3' }), 'download');
    await recentFilesOf(sql, 'a2').upsert(createRecord({ fileID: '合同4' }), 'recent');
    const { removalID, count } = await removals.remove({ all: contracts, except: ['合同2'] }, 1);
    expect(count).toBe(1);
    expect(await left()).toEqual(['发票', '合同2']);
    expect(await mine.count(contracts)).toBe(1);
    expect(await mine.find('合同1')).toBeNull();
    expect(await purge(removalID)).toEqual(['合同1']);
    expect(await mine.count({ list: 'download', text: '' })).toBe(1);
    expect(await recentFilesOf(sql, 'a2').count(recent)).toBe(1);
  });

  it('returns on undo, without a record that was removed separately in another tab', async () => {
    const { removals, left } = await start(['f1', 'f2', 'f3']);
    const one = await removals.remove({ fileIDs: ['f2'] }, 1);
    const all = await removals.remove({ all: recent, except: [] }, 2);
    expect(all.count).toBe(2);
    expect(await left()).toEqual([]);
    await removals.restore(all.removalID);
    expect(await left()).toEqual(['f1', 'f3']);
    await removals.restore(one.removalID);
    expect(await left()).toEqual(['f1', 'f2', 'f3']);
  });

  it('keeps files that are opened afterwards, also after the purge', async () => {
    const { removals, put, left, purge } = await start(['old', 'again']);
    const { removalID } = await removals.remove({ all: recent, except: [] }, 1);
    await put('new');
    await put('again');
    expect(await left()).toEqual(['again', 'new']);
    expect(await purge(removalID)).toEqual(['old']);
    expect(await left()).toEqual(['again', 'new']);
  });

  it('keeps a record that another tab restored afterwards', async () => {
    const { removals, left, purge } = await start(['f1', 'f2']);
    const one = await removals.remove({ fileIDs: ['f1'] }, 1);
    const all = await removals.remove({ all: recent, except: [] }, 2);
    await removals.restore(one.removalID);
    expect(await left()).toEqual(['f1']);
    expect(await purge(all.removalID)).toEqual(['f2']);
    expect(await left()).toEqual(['f1']);
  });

  it('can be cleared twice, and the second undo restores only its own records', async () => {
    const { removals, put, left, purge } = await start(['f1']);
    const first = await removals.remove({ all: recent, except: [] }, 1);
    await put('f2');
    const second = await removals.remove({ all: recent, except: [] }, 2);
    expect(second.count).toBe(1);
    await removals.restore(second.removalID);
    expect(await left()).toEqual(['f2']);
    expect(await purge(first.removalID)).toEqual(['f1']);
    expect(await left()).toEqual(['f2']);
  });
});

it('only removals past the undo period are expired, also after the clock was set back', async () => {
  const { removals } = await start(['f1', 'f2', 'f3']);
  const old = await removals.remove({ fileIDs: ['f1'] }, 10);
  await removals.remove({ fileIDs: ['f2'] }, 100);
  const ahead = await removals.remove({ fileIDs: ['f3'] }, 900);
  expect(await removals.listExpired({ from: 50, until: 150 })).toEqual([old.removalID, ahead.removalID]);
});

it('no part of a purged name stays in the full-text index', async () => {
  const { sql, removals, purge } = await start(['机密样张', '合同书']);
  const found = async (word: string) => {
    const data = 'SELECT count(*) AS total FROM recent_file_text_data';
    return (await sql.query(`${data} WHERE instr(hex(block), hex(?)) > 0`, [word]))[0]?.['total'];
  };
  expect(await found('机密样')).toBeGreaterThan(0);
  const { removalID } = await removals.remove({ fileIDs: ['机密样张'] }, 1);
  await purge(removalID);
  expect(await found('机密样')).toBe(0);
  expect(await found('合同书')).toBeGreaterThan(0);
});
