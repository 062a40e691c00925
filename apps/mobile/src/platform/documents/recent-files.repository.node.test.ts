import { describe, expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { localDatabase } from '../database/local-database.adapter.ts';
import { aRecord } from '../tests/records.ts';
import { recentFilesOf } from './recent-files.repository.ts';

const everything = { list: 'recent', text: '' } as const;
const names = (rows: readonly { fileID: string }[]) => rows.map(({ fileID }) => fileID);

async function start() {
  const sql = await localDatabase(createMemoryPlatform());
  return { sql, mine: recentFilesOf(sql, 'a1'), others: recentFilesOf(sql, 'a2') };
}

describe('the local table', () => {
  it('has every column of the specification', async () => {
    const { sql } = await start();
    const columns = (await sql.query('PRAGMA table_info(recent_file)')).map((column) => column['name']);
    expect(columns).toEqual(
      expect.arrayContaining(
        'accountID isFlowFile createAt fileWholeName fileName flowID flowName flowFileURL flowFileName encrypted key userOID orgID clID fileID tid tname downloadPer flag'.split(
          ' ',
        ),
      ),
    );
  });

  it('is made once, whoever opens it next', async () => {
    const { sql, mine } = await start();
    await mine.put(aRecord({ fileID: 'f1' }), 'recent');
    await migrateLocal(sql);
    expect(await mine.count(everything)).toBe(1);
  });

  it('refuses a progress outside of 0 to 100', async () => {
    const { mine } = await start();
    await expect(mine.put(aRecord({ fileID: 'f1', downloadPer: 101 }), 'download')).rejects.toThrow(/CHECK/);
  });
});

describe('recent files', () => {
  it('come newest first, ten a page, and only those of the account', async () => {
    const { mine, others } = await start();
    for (let index = 0; index < 12; index += 1) {
      await mine.put(aRecord({ fileID: `f${index}`, createAt: 1000 + index }), 'recent');
    }
    await others.put(aRecord({ fileID: 'theirs' }), 'recent');
    expect(names(await mine.page(everything, 0))).toEqual([
      'f11',
      'f10',
      'f9',
      'f8',
      'f7',
      'f6',
      'f5',
      'f4',
      'f3',
      'f2',
    ]);
    expect(names(await mine.page(everything, 10))).toEqual(['f1', 'f0']);
    expect(await mine.count(everything)).toBe(12);
    expect(await mine.find('theirs')).toBeNull();
  });

  it('are updated, not doubled, when the same file is opened again', async () => {
    const { mine } = await start();
    await mine.put(aRecord({ fileID: 'f1', fileWholeName: '旧.pdf', createAt: 1 }), 'recent');
    await mine.put(
      aRecord({ fileID: 'f1', fileWholeName: '新.pdf', createAt: 2, key: 'k1', encrypted: 1 }),
      'recent',
    );
    expect(await mine.page(everything, 0)).toMatchObject([
      { fileWholeName: '新.pdf', createAt: 2, key: 'k1' },
    ]);
  });

  it('are found by two Chinese characters, by a flow, whatever case, and wildcards mean themselves', async () => {
    const { mine } = await start();
    await mine.put(aRecord({ fileID: 'f1', fileWholeName: '采购合同终稿.pdf' }), 'recent');
    await mine.put(
      aRecord({ fileID: 'f2', fileWholeName: 'Budget_100%.xlsx', flowName: '出差申请' }),
      'recent',
    );
    const find = async (text: string) => names(await mine.page({ list: 'recent', text }, 0));
    expect(await find('合同')).toEqual(['f1']);
    expect(await find('出差')).toEqual(['f2']);
    expect(await find('budget')).toEqual(['f2']);
    expect(await find('100%')).toEqual(['f2']);
    expect(await find('_')).toEqual(['f2']);
    expect(await find('合%')).toEqual([]);
    expect(await find("'; DROP TABLE recent_file; --")).toEqual([]);
  });

  it('stand in the list they were put in', async () => {
    const { mine } = await start();
    await mine.put(aRecord({ fileID: 'f1' }), 'recent');
    await mine.put(aRecord({ fileID: 'f2' }), 'download');
    expect(names(await mine.page({ list: 'download', text: '' }, 0))).toEqual(['f2']);
  });

  it('come to the downloads once they have arrived', async () => {
    const { mine } = await start();
    await mine.put(aRecord({ fileID: 'f1', downloadPer: 90 }), 'download');
    expect(await mine.count({ list: 'download', text: '' })).toBe(0);
    await mine.put(aRecord({ fileID: 'f1', downloadPer: 100 }), 'download');
    expect(await mine.count({ list: 'download', text: '' })).toBe(1);
  });
});

describe('removing', () => {
  it('hides at once, restores on undo, and purges with the ids of the files to delete', async () => {
    const { mine } = await start();
    for (const fileID of ['f1', 'f2', 'f3']) await mine.put(aRecord({ fileID }), 'recent');
    expect(await mine.remove({ fileIDs: ['f1', 'f3'] })).toBe(2);
    expect(names(await mine.page(everything, 0))).toEqual(['f2']);
    expect(await mine.find('f1')).toBeNull();
    await mine.restore();
    expect(await mine.count(everything)).toBe(3);
    await mine.remove({ fileIDs: ['f1'] });
    expect(await mine.purge()).toEqual(['f1']);
    await mine.restore();
    expect(names(await mine.page(everything, 0))).toEqual(['f2', 'f3']);
  });

  it('takes everything that matches but the exceptions, and leaves the other list and account alone', async () => {
    const { mine, others } = await start();
    for (const fileID of ['合同1', '合同2', '发票']) await mine.put(aRecord({ fileID }), 'recent');
    await mine.put(aRecord({ fileID: '合同3' }), 'download');
    await others.put(aRecord({ fileID: '合同4' }), 'recent');
    expect(await mine.remove({ all: { list: 'recent', text: '合同' }, except: ['合同2'] })).toBe(1);
    expect(await mine.purge()).toEqual(['合同1']);
    expect(await others.count(everything)).toBe(1);
  });

  it('brings a removed record back when its file is opened again', async () => {
    const { mine } = await start();
    await mine.put(aRecord({ fileID: 'f1' }), 'recent');
    await mine.remove({ fileIDs: ['f1'] });
    await mine.put(aRecord({ fileID: 'f1' }), 'recent');
    expect(await mine.purge()).toEqual([]);
    expect(await mine.count(everything)).toBe(1);
  });
});
