import { parseArgs } from 'node:util';
import type { ServerOptions } from './server.ts';
import { table } from './table.ts';

/** What a benchmark gives: numbers under the keys of the measures, nested by their dots. */
export type Result = Readonly<Record<string, unknown>>;

const BENCHMARKS: Readonly<
  Record<string, () => Promise<{ readonly run: (options: ServerOptions) => Promise<Result> }>>
> = {
  app: () => import('./app.ts'),
  bundle: () => import('./bundle.ts'),
  calls: () => import('./calls.ts'),
  preview: () => import('./preview.ts'),
  scale: () => import('./scale.ts'),
  server: () => import('./server.ts'),
  tdf: () => import('./tdf.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    rows: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    postgres: { type: 'string' },
    parts: { type: 'string' },
    profile: { type: 'string' },
    opentdf: { type: 'string' },
  },
});
const [name = ''] = positionals;
const load = BENCHMARKS[name];

if (load) {
  const { run } = await load();
  const result = await run({
    rows: Number(values.rows ?? (name === 'calls' ? 200_000 : 1_000_000)),
    seconds: Number(values.seconds),
    postgres: values.postgres,
    parts: values.parts?.split(','),
    profile: values.profile,
    opentdf: values.opentdf,
  });
  console.log(values.json ? JSON.stringify(result) : table(result));
} else {
  console.error(
    `usage: npm run -s bench -- NAME [--json]\n       npm run -s bench -- server [--json] [--rows N] [--seconds S] [--postgres BIN]\nNAME is one of: ${Object.keys(BENCHMARKS).join(', ')}`,
  );
  process.exitCode = 2;
}
