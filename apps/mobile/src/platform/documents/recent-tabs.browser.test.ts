import { expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { connectWebDatabase } from '../adapters/web/sql.adapter.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { recentRemovalsOf } from './recent-removals.repository.ts';

const rounds = 15;
const recent = { list: 'recent', text: '' } as const;

async function openTab(name: string) {
  const sql = await connectWebDatabase(name);
  await migrateLocal(sql);
  return { sql, files: recentFilesOf(sql, 'a1'), removals: recentRemovalsOf(sql, 'a1') };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

/** Repeats the actions of one tab: opens files, clears the list or a search, reads pages, and undoes the removals. */
async function stressTab({ files, removals }: Tab, label: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const fileID = `${label}${round}`;
    await files.upsert(
      createRecord({ fileID, fileWholeName: `采购合同${fileID}.pdf`, createAt: round }),
      'recent',
    );
    const all = { list: 'recent', text: round % 2 === 0 ? '' : '采购合同' } as const;
    const whole = await removals.remove({ all, except: [] }, round);
    const [found] = await files.page({ list: 'recent', text: '合同' }, 0);
    const one = await removals.remove({ fileIDs: [fileID, found?.fileID ?? ''] }, round);
    // Undoes the removals in both orders.
    const back = round % 3 === 0 ? [whole, one] : [one, whole];
    for (const { removalID } of back) await removals.restore(removalID);
    await files.page({ list: 'recent', text: fileID }, 0);
  }
}

it('two tabs that write, clear, search and undo concurrently lose no record', async () => {
  const name = `hammer-${Math.random()}.db`;
  const [one, other] = await Promise.all([openTab(name), openTab(name)]);
  await Promise.all([stressTab(one, 'one'), stressTab(other, 'other')]);
  const expected = ['one', 'other'].flatMap((label) =>
    Array.from({ length: rounds }, (_, round) => `${label}${round}`),
  );
  for (const { sql, files } of [one, other]) {
    const ids = (await files.page(recent, 0, 1000)).map(({ fileID }) => fileID);
    expect(ids.toSorted()).toEqual(expected.toSorted());
    expect(await files.count({ list: 'recent', text: '采购合同one' })).toBe(rounds);
    expect(await sql.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    // The full-text index matches the records.
    await sql.run("INSERT INTO recent_file_text (recent_file_text, rank) VALUES ('integrity-check', 1)");
  }
  await Promise.all([one.sql.close(), other.sql.close()]);
});
