import { describe, expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { maxPinnedDocuments, pinnedDocumentsOf } from './pinned-documents.repository.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { recentRemovalsOf } from './recent-removals.repository.ts';
import { wipeAccount } from './wipe.usecases.ts';

const recent = { list: 'recent', text: '' } as const;
const others = { ...recent, withoutPinned: true } as const;
const idsOf = (records: readonly { readonly fileID: string }[]) => records.map(({ fileID }) => fileID);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${String(index).padStart(2, '0')}`);

async function start(names: readonly string[]) {
  const platform = createMemoryPlatform();
  const sql = await localDatabase(platform);
  const mine = recentFilesOf(sql, 'a1');
  const pinned = pinnedDocumentsOf(sql, 'a1');
  let opened = 1000;
  const open = (fileID: string) => {
    opened += 1;
    return mine.upsert(createRecord({ fileID, fileWholeName: fileID, createAt: opened }), 'recent');
  };
  for (const name of names) await open(name);
  return {
    platform,
    sql,
    mine,
    pinned,
    removals: recentRemovalsOf(sql, 'a1'),
    open,
    pin: (fileIDs: readonly string[], at = 1) => pinned.pin({ list: 'recent', selection: { fileIDs }, at }),
    shown: async () => ({
      pinned: idsOf(await pinned.list(recent)),
      others: idsOf(await mine.page(others, 0)),
    }),
    stored: async () =>
      (await sql.query('SELECT fileID FROM pinned_document ORDER BY fileID')).map(({ fileID }) => fileID),
  };
}

describe('pinned documents', () => {
  it('come before all others, the last pinned first, and are in no other page', async () => {
    const { mine, pin, open, shown, pinned } = await start(['a', 'b', 'c', 'd']);
    await pin(['a']);
    // The clock went back.
    await pin(['c'], 0);
    expect(await shown()).toEqual({ pinned: ['c', 'a'], others: ['d', 'b'] });
    await open('b');
    await open('a');
    expect(await shown()).toEqual({ pinned: ['c', 'a'], others: ['b', 'd'] });
    expect(await mine.listIds(others, 0, 10)).toEqual(['b', 'd']);
    expect(await mine.count(recent)).toBe(4);
    await pin(['b', 'd', 'a']);
    expect((await shown()).pinned).toEqual(['b', 'd', 'c', 'a']);
    expect(await pinned.unpin('recent', { fileIDs: ['c', 'd', 'x'] })).toHaveLength(2);
    expect(await shown()).toEqual({ pinned: ['b', 'a'], others: ['d', 'c'] });
  });

  it('are found by a text like others', async () => {
    const { mine, pin, pinned } = await start(['合同甲', '合同乙', '发票']);
    await pin(['合同甲', '发票']);
    const contracts = { list: 'recent', text: '合同' } as const;
    expect(idsOf(await pinned.list(contracts))).toEqual(['合同甲']);
    expect(idsOf(await mine.page({ ...contracts, withoutPinned: true }, 0))).toEqual(['合同乙']);
    expect(await pinned.list({ ...recent, list: 'download' })).toEqual([]);
  });

  it('are pinned and unpinned by a filter with exceptions', async () => {
    const { pinned, shown } = await start(['合同甲', '合同乙', '合同丙', '发票']);
    const selection = { all: { list: 'recent', text: '合同' }, except: ['合同乙'] } as const;
    expect(await pinned.pin({ list: 'recent', selection, at: 1 })).toEqual({ count: 2 });
    expect(await shown()).toEqual({ pinned: ['合同丙', '合同甲'], others: ['发票', '合同乙'] });
    await pinned.unpin('recent', { all: recent, except: ['合同丙'] });
    expect((await shown()).pinned).toEqual(['合同丙']);
  });

  it('are pages of a long list at any position', async () => {
    const names = numbered(620);
    const { mine, pin } = await start(names);
    await pin(['f610', 'f100', 'f90']);
    const left = names.filter((name) => !['f610', 'f100', 'f90'].includes(name)).toReversed();
    for (const skip of [0, 40, 590, 600, 510, 610])
      expect(idsOf(await mine.page(others, skip))).toEqual(left.slice(skip, skip + 10));
    expect(idsOf(await mine.page(recent, 600))).toEqual(names.toReversed().slice(600, 610));
  });
});

describe('the limit of pinned documents', () => {
  const all = numbered(maxPinnedDocuments + 2);
  const full = all.slice(0, maxPinnedDocuments);

  it('pins all of a selection or none', async () => {
    const { pin, pinned, stored } = await start(all);
    await pin(full.slice(1));
    expect(await pin(all.slice(-2))).toBeNull();
    expect(await pinned.pin({ list: 'recent', selection: { all: recent, except: [] }, at: 1 })).toBeNull();
    expect(await stored()).toEqual(full.slice(1));
    // A pinned one in a selection needs no place.
    expect(await pin([...full])).toEqual({ count: 1 });
    expect(await pin(full)).toEqual({ count: 0 });
    expect(await pin(all.slice(-1))).toBeNull();
  });

  it('holds for each list and each account', async () => {
    const { sql, mine, pin, pinned } = await start(full);
    await pin(full);
    await mine.upsert(createRecord({ fileID: 'd1' }), 'download');
    const selection = { fileIDs: ['d1'] };
    expect(await pinned.pin({ list: 'download', selection, at: 1 })).toEqual({ count: 1 });
    await recentFilesOf(sql, 'a2').upsert(createRecord({ fileID: 'f01' }), 'recent');
    const other = pinnedDocumentsOf(sql, 'a2');
    expect(await other.list(recent)).toEqual([]);
    expect(await other.unpin('recent', { all: recent, except: [] })).toEqual([]);
    expect(await other.pin({ list: 'recent', selection: { fileIDs: ['f01'] }, at: 1 })).toEqual({ count: 1 });
    expect(await pinned.list(recent)).toHaveLength(maxPinnedDocuments);
  });

  it('does not count removed documents, whose undo may exceed it', async () => {
    const { pin, removals, pinned } = await start(all);
    await pin(full);
    const { removalID } = await removals.remove({ fileIDs: ['f00'] }, 1);
    expect(await pin(all.slice(-1))).toEqual({ count: 1 });
    await removals.restore(removalID);
    expect(await pinned.list(recent)).toHaveLength(maxPinnedDocuments + 1);
    expect(await pin(all.slice(-2))).toBeNull();
  });

  it('holds for the undo of an unpinning', async () => {
    const { pin, pinned } = await start(all);
    await pin(full);
    const gone = await pinned.unpin('recent', { fileIDs: ['f00'] });
    await pin(all.slice(-1));
    expect(await pinned.restore('recent', gone)).toBeNull();
    expect(await pinned.list(recent)).toHaveLength(maxPinnedDocuments);
  });
});

describe('a pin', () => {
  it('returns to its place by an undo', async () => {
    const { pin, pinned, shown, mine } = await start(['a', 'b', 'c']);
    for (const one of ['a', 'b', 'c']) await pin([one]);
    const gone = await pinned.unpin('recent', { fileIDs: ['b', 'a'] });
    await mine.delete('a');
    expect(await pinned.restore('recent', gone)).toEqual({ count: 1 });
    expect(await shown()).toEqual({ pinned: ['c', 'b'], others: [] });
  });

  it('is hidden with its removed record, returns with it and ends with it', async () => {
    const { pin, removals, shown, stored, mine } = await start(['a', 'b', 'c']);
    await pin(['a', 'b']);
    const one = await removals.remove({ fileIDs: ['a'] }, 1);
    expect(await shown()).toEqual({ pinned: ['b'], others: ['c'] });
    await removals.restore(one.removalID);
    expect((await shown()).pinned).toEqual(['b', 'a']);

    const two = await removals.remove({ all: recent, except: ['c'] }, 2);
    expect(await shown()).toEqual({ pinned: [], others: ['c'] });
    await removals.restore(two.removalID);
    expect((await shown()).pinned).toEqual(['b', 'a']);

    const three = await removals.remove({ fileIDs: ['a'] }, 3);
    await removals.delete(three.removalID, ['a']);
    expect(await stored()).toEqual(['b']);
    await mine.delete('b');
    expect(await stored()).toEqual([]);
  });

  it('ends with the data of its account only', async () => {
    const { platform, sql, pin, stored } = await start(['a']);
    await pin(['a']);
    await recentFilesOf(sql, 'a2').upsert(createRecord({ fileID: 'b' }), 'recent');
    await pinnedDocumentsOf(sql, 'a2').pin({ list: 'recent', selection: { fileIDs: ['b'] }, at: 1 });
    await wipeAccount(platform, 'a1');
    expect(await stored()).toEqual(['b']);
  });
});
