import { describe, expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { recentRemovalsOf } from './recent-removals.repository.ts';

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

  it('keeps its rows when the migration runs again', async () => {
    const { sql, mine } = await start();
    await mine.upsert(createRecord({ fileID: 'f1' }), 'recent');
    await migrateLocal(sql);
    expect(await mine.count(everything)).toBe(1);
  });

  it('rejects a progress outside of 0 to 100', async () => {
    const { mine } = await start();
    await expect(mine.upsert(createRecord({ fileID: 'f1', downloadPer: 101 }), 'download')).rejects.toThrow(
      /CHECK/,
    );
  });
});

describe('recent files', () => {
  it('are listed newest first in pages of ten, for their account only', async () => {
    const { mine, others } = await start();
    for (let index = 0; index < 12; index += 1) {
      await mine.upsert(createRecord({ fileID: `f${index}`, createAt: 1000 + index }), 'recent');
    }
    await others.upsert(createRecord({ fileID: 'theirs' }), 'recent');
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

  it('are updated, not duplicated, when the same file is opened again', async () => {
    const { mine } = await start();
    await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: '旧.pdf', createAt: 1 }), 'recent');
    await mine.upsert(
      createRecord({ fileID: 'f1', fileWholeName: '新.pdf', createAt: 2, key: 'k1', encrypted: 1 }),
      'recent',
    );
    expect(await mine.page(everything, 0)).toMatchObject([
      { fileWholeName: '新.pdf', createAt: 2, key: 'k1' },
    ]);
  });

  it('are found by two Chinese characters or by flow, case-insensitively, with literal wildcards', async () => {
    const { mine } = await start();
    await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: '采购合同终稿.pdf' }), 'recent');
    await mine.upsert(
      createRecord({ fileID: 'f2', fileWholeName: 'Budget_100%.xlsx', flowName: '出差申请' }),
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

  it('appear only in the list to which they were added', async () => {
    const { mine } = await start();
    await mine.upsert(createRecord({ fileID: 'f1' }), 'recent');
    await mine.upsert(createRecord({ fileID: 'f2' }), 'download');
    expect(names(await mine.page({ list: 'download', text: '' }, 0))).toEqual(['f2']);
  });

  it('appear in the downloads once the download is complete', async () => {
    const { mine } = await start();
    await mine.upsert(createRecord({ fileID: 'f1', downloadPer: 90 }), 'download');
    expect(await mine.count({ list: 'download', text: '' })).toBe(0);
    await mine.upsert(createRecord({ fileID: 'f1', downloadPer: 100 }), 'download');
    expect(await mine.count({ list: 'download', text: '' })).toBe(1);
  });
});

describe('a long list', () => {
  const at = (index: number) =>
    createRecord({ fileID: `f${String(index).padStart(4, '0')}`, createAt: index % 7 });
  const many = 1200;

  async function startLong() {
    const { sql, mine } = await start();
    await sql.transaction(async (tx) => {
      for (let index = 0; index < many; index += 1) await recentFilesOf(tx, 'a1').upsert(at(index), 'recent');
    });
    const all = names(await mine.page(everything, 0, many + 1));
    return { sql, mine, all, page: async (skip: number) => names(await mine.page(everything, skip)) };
  }

  it('returns the same rows forwards and backwards, whatever was read before', async () => {
    const { all, page } = await startLong();
    expect(all).toHaveLength(many);
    for (const skip of [1190, 600, 610, 1195, 500, 899, 905, 510, 1200]) {
      expect(await page(skip)).toEqual(all.slice(skip, skip + 10));
    }
  });

  it('is counted again after a write at or before the current position', async () => {
    const { sql, mine, all, page } = await startLong();
    expect(await page(800)).toEqual(all.slice(800, 810));
    await mine.upsert(createRecord({ fileID: 'new', createAt: 99 }), 'recent');
    expect(await page(801)).toEqual(all.slice(800, 810));
    const { removalID } = await recentRemovalsOf(sql, 'a1').remove({ fileIDs: all.slice(0, 100) }, 1);
    expect(await page(701)).toEqual(all.slice(800, 810));
    await recentRemovalsOf(sql, 'a1').restore(removalID);
    expect(await page(801)).toEqual(all.slice(800, 810));
  });

  it('returns the ids of a range', async () => {
    const { mine, all } = await startLong();
    expect(await mine.listIds(everything, 590, 300)).toEqual(all.slice(590, 890));
  });
});

describe('a search for three or more characters', () => {
  async function find(
    text: string,
    setUp: (mine: Awaited<ReturnType<typeof start>>['mine']) => Promise<void>,
  ) {
    const { mine } = await start();
    await setUp(mine);
    const filter = { list: 'recent', text } as const;
    const found = names(await mine.page(filter, 0, 2000));
    expect(await mine.count(filter)).toBe(found.length);
    return found;
  }

  it('finds a new name, and no longer finds the old one', async () => {
    const rename = async (mine: Awaited<ReturnType<typeof start>>['mine']) => {
      await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: '采购合同.pdf' }), 'recent');
      await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: '会议纪要.pdf' }), 'recent');
      await mine.upsert(createRecord({ fileID: 'gone', fileWholeName: '会议纪要.pdf' }), 'recent');
      await mine.delete('gone');
    };
    expect(await find('采购合', rename)).toEqual([]);
    expect(await find('会议纪', rename)).toEqual(['f1']);
  });

  it('matches consecutive characters only', async () => {
    const putBoth = async (mine: Awaited<ReturnType<typeof start>>['mine']) => {
      await mine.upsert(createRecord({ fileID: 'f1', fileWholeName: 'abcd.pdf' }), 'recent');
      await mine.upsert(createRecord({ fileID: 'f2', fileWholeName: 'abc bcd.pdf' }), 'recent');
      await mine.upsert(createRecord({ fileID: 'f3', fileWholeName: 'ab', flowName: 'cd' }), 'recent');
    };
    expect(await find('ABCD', putBoth)).toEqual(['f1']);
  });

  it('matches every character literally', async () => {
    const name = `"AND" OR* (x) ^y:z 100% \\_ 文件😀夹.pdf`;
    const put = (mine: Awaited<ReturnType<typeof start>>['mine']) =>
      mine.upsert(createRecord({ fileID: 'f1', fileWholeName: name }), 'recent');
    const parts = [name, '"AND"', 'OR* (', '^y:z', '100%', '\\_ 文', '件😀夹', '😀夹.'];
    for (const text of parts) expect([text, await find(text, put)]).toEqual([text, ['f1']]);
    expect(await find('100_', put)).toEqual([]);
    expect(await find('a\0b', put)).toEqual([]);
  });

  it('finds all rows when there are so many matches that the list is scanned', async () => {
    const found = await find('合同书', async (mine) => {
      for (let index = 0; index < 520; index += 1)
        await mine.upsert(
          createRecord({ fileID: `f${index}`, fileWholeName: `合同书${index}.pdf` }),
          'recent',
        );
    });
    expect(found).toHaveLength(520);
  });
});
