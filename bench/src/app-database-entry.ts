import { openWebDatabase } from '../../apps/mobile/src/platform/adapters/web/sql.adapter.ts';
import { migrateLocal } from '../../apps/mobile/src/platform/database/local.migration.ts';
import { recentFilesOf } from '../../apps/mobile/src/platform/documents/recent-files.repository.ts';

const records = 100_000;
const tries = 30;
const words = ['采购合同', '年度运营报告', '厂房平面图', '会议纪要', '供应商名录', '检验记录'];

const nameAt = (index: number) => `${words[index % words.length]}${index}.pdf`;
const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  return middle(durations);
}

async function fill(sql: Awaited<ReturnType<typeof openWebDatabase>>): Promise<void> {
  const atOnce = 500;
  const columns =
    'accountID, fileID, isFlowFile, createAt, fileWholeName, fileName, encrypted, downloadPer, flag';
  for (let start = 0; start < records; start += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, offset) => start + offset);
    await sql.run(
      `INSERT INTO recent_file (${columns}) VALUES ${rows.map(() => '(?, ?, 0, ?, ?, ?, 1, 100, 0)').join(', ')}`,
      rows.flatMap((index) => ['a', `f${index}`, index, nameAt(index), nameAt(index)]),
    );
  }
}

/** A page of ten, and a search for two Chinese characters, among 100,000 records in the browser's own database. */
async function measure(): Promise<{ pageMs: number; searchMs: number }> {
  const sql = await openWebDatabase('bench.db');
  await migrateLocal(sql);
  await fill(sql);
  const files = recentFilesOf(sql, 'a');
  return {
    pageMs: await timed(() => files.page({ list: 'recent', text: '' }, 0)),
    searchMs: await timed(() => files.page({ list: 'recent', text: '纪要' }, 0)),
  };
}

Object.assign(globalThis, { measure });
