import { openWebDatabase } from '../../apps/mobile/src/platform/adapters/web/sql.adapter.ts';
import { migrateLocal } from '../../apps/mobile/src/platform/database/local.migration.ts';
import {
  type RecentFilter,
  recentFilesOf,
} from '../../apps/mobile/src/platform/documents/recent-files.repository.ts';
import { recentRemovalsOf } from '../../apps/mobile/src/platform/documents/recent-removals.repository.ts';

const records = 100_000;
const tries = 15;
const words = ['采购合同', '年度运营报告', '厂房平面图', '会议纪要', '供应商名录', '检验记录'];
const rare = 61_803;

const nameAt = (index: number) =>
  index === rare ? '孤本样张Ångström.pdf' : `${words[index % words.length]}${index}.pdf`;
// The last tenth of the records was downloaded.
const flagAt = (index: number) => (index < records * 0.9 ? 0 : 1);
const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) durations.push(await once(work));
  return middle(durations);
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function fill(sql: Awaited<ReturnType<typeof openWebDatabase>>): Promise<void> {
  const atOnce = 500;
  const columns =
    'accountID, fileID, isFlowFile, createAt, fileWholeName, fileName, flowName, encrypted, downloadPer, flag';
  for (let start = 0; start < records; start += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, offset) => start + offset);
    await sql.run(
      `INSERT INTO recent_file (${columns}) VALUES ${rows.map(() => '(?, ?, 0, ?, ?, ?, ?, 1, 100, ?)').join(', ')}`,
      rows.flatMap((index) => [
        'a',
        `f${index}`,
        index,
        nameAt(index),
        nameAt(index),
        index % 3 === 0 ? `外发申请${index}` : null,
        flagAt(index),
      ]),
    );
  }
}

type Files = ReturnType<typeof recentFilesOf>;

/** For each query: the first and last page of the matches, and their number. */
async function timesOf(files: Files, filter: RecentFilter) {
  const total = await files.count(filter);
  return {
    total,
    first: await timed(() => files.page(filter, 0)),
    middle: await timed(() => files.page(filter, Math.floor(total / 20) * 10)),
    last: await timed(() => files.page(filter, Math.max(0, total - 10))),
    count: await timed(() => files.count(filter)),
  };
}

const everything: RecentFilter = { list: 'recent', text: '' };
const filters: Readonly<Record<string, RecentFilter>> = {
  recent: everything,
  download: { list: 'download', text: '' },
  twoCommon: { list: 'recent', text: '纪要' },
  twoRare: { list: 'recent', text: '孤本' },
  twoNone: { list: 'recent', text: '鲸鱼' },
  twoInFlow: { list: 'recent', text: '外发' },
  one: { list: 'recent', text: '购' },
  threeCommon: { list: 'recent', text: '采购合同' },
  threeAll: { list: 'recent', text: '.pdf' },
  threeRare: { list: 'recent', text: '本样张' },
  threeNumber: { list: 'recent', text: '61804' },
  threeNone: { list: 'recent', text: '鲸鱼观察' },
  threeSpread: { list: 'recent', text: '合同1.pdf' },
  downloadTwoNone: { list: 'download', text: '鲸鱼' },
  downloadThree: { list: 'download', text: '会议纪要' },
};

const worst = (values: readonly number[]) => Math.max(...values);

/** Pages of ten and searches among 100,000 records in the browser’s own database. Prints the worst times. */
async function measure() {
  const sql = await openWebDatabase('bench.db');
  await migrateLocal(sql);
  await fill(sql);
  const files = recentFilesOf(sql, 'a');
  const removals = recentRemovalsOf(sql, 'a');
  const times: Record<string, Awaited<ReturnType<typeof timesOf>>> = {};
  for (const [name, filter] of Object.entries(filters)) times[name] = await timesOf(files, filter);
  const pages = Object.values(times).filter((_, at) => Object.values(filters)[at]?.text === '');
  const searches = Object.values(times).filter((_, at) => Object.values(filters)[at]?.text !== '');
  // Measured once, because the next page starts at the known position.
  await sql.run('UPDATE recent_file SET createAt = createAt WHERE rowid = 1');
  const jumpMs = await once(() => files.page(everything, (times['recent']?.total ?? 0) / 2));
  let removalID = 0;
  const clear = async () => {
    ({ removalID } = await removals.remove({ all: everything, except: [] }, 1));
  };
  return {
    pageMs: worst(pages.flatMap(({ first, middle: half, last }) => [first, half, last])),
    searchMs: worst(searches.flatMap(({ first, middle: half, last, count }) => [first, half, last, count])),
    jumpMs,
    clearMs: await once(clear),
    undoMs: await once(() => removals.restore(removalID)),
    times,
  };
}

Object.assign(globalThis, { measure });
