import { parseArgs } from 'node:util';
import { table } from './table.ts';

/** What a benchmark gives: numbers under the keys of the measures, nested by their dots. */
export type Result = Readonly<Record<string, unknown>>;

const BENCHMARKS: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<Result> }>>> = {
  bundle: () => import('./bundle.ts'),
  tdf: () => import('./tdf.ts'),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const [name = ''] = positionals;
const load = BENCHMARKS[name];

if (load) {
  const { run } = await load();
  const result = await run();
  console.log(values.json ? JSON.stringify(result) : table(result));
} else {
  console.error(
    `usage: npm run -s bench -- NAME [--json]\nNAME is one of: ${Object.keys(BENCHMARKS).join(', ')}`,
  );
  process.exitCode = 2;
}
