import type { ServerOptions } from './server.ts';

/** The result of a benchmark: numbers under the keys of the measures, nested at their dots. */
export type Result = Readonly<Record<string, unknown>>;

interface Benchmark {
  readonly run: (options: ServerOptions) => Promise<Result>;
}

/** The benchmarks by name. Each is loaded when it runs. */
export const benchmarks = {
  app: () => import('./app.ts'),
  bundle: () => import('./bundle.ts'),
  calls: () => import('./calls.ts'),
  console: () => import('./console.ts'),
  capacity: () => import('./capacity.ts'),
  engines: () => import('./engines.ts'),
  exact: () => import('./exact.ts'),
  fulltext: () => import('./fulltext.ts'),
  growth: () => import('./growth.ts'),
  preview: () => import('./preview.ts'),
  queue: () => import('./queue.ts'),
  scale: () => import('./scale.ts'),
  server: () => import('./server.ts'),
  tdf: () => import('./tdf.ts'),
} as const satisfies Readonly<Record<string, () => Promise<Benchmark>>>;

export type BenchmarkName = keyof typeof benchmarks;

export const isBenchmark = (name: string): name is BenchmarkName => Object.hasOwn(benchmarks, name);
