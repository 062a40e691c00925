import { expect, it, vi } from 'vitest';
import { formatElapsed, type MeasureDependencies, type MeasureOptions, measureAll } from './measure.ts';
import type { ProcessorSample } from './processor-use.ts';
import type { BenchmarkResult } from './results.ts';

const ownID = 1;

/** A machine whose clock advances by waiting. @param otherShareAt - the share of other programs from a second on. */
function machineWith(otherShareAt: (second: number) => number) {
  let seconds = 0;
  let used = 0;
  const advance = (by: number) => {
    used += otherShareAt(seconds) * by * 200;
    seconds += by;
  };
  const read = (): ProcessorSample => ({
    totalTicks: seconds * 200,
    usedTicks: used,
    stolenTicks: 0,
    processes: new Map([
      [50, { name: 'make', parent: 2, session: 2, ticks: used, isKernelThread: false }],
      [ownID, { name: 'node', parent: 2, session: 2, ticks: 0, isKernelThread: false }],
    ]),
  });
  // While a benchmark runs, its own duration advances the clock.
  const pause = (ms: number, signal: AbortSignal) => {
    if (ms === 3000) advance(3);
    return signal.aborted || ms === 3000
      ? Promise.resolve()
      : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  return { advance, observation: { read, pause, nowMs: () => seconds * 1000, ownID } };
}

function measureOn(
  otherShareAt: (second: number) => number,
  options: Partial<MeasureOptions> = {},
  run?: MeasureDependencies['run'],
) {
  const { advance, observation } = machineWith(otherShareAt);
  const stored: Record<string, BenchmarkResult> = {};
  const lines: string[] = [];
  const prepare = vi.fn<() => void>();
  const runs = vi.fn<MeasureDependencies['run']>(
    run ??
      (async () => {
        advance(10);
        return { decrypt: { node: 1.1 }, chunks: [1, 2] };
      }),
  );
  const measuring = measureAll(
    {
      names: ['tdf'],
      runs: 3,
      force: false,
      waitSeconds: 0,
      signal: new AbortController().signal,
      ...options,
    },
    {
      observation,
      prepare,
      run: runs,
      machine: { cores: 2, processor: 'Test', memoryGib: 4, system: 'Debian 12', node: '24.18.1' },
      revision: () => ({ commit: 'abcd1234', isDirty: false }),
      today: () => '2026-11-30',
      store: (name, result) => {
        stored[name] = result;
      },
      report: (line) => lines.push(line),
    },
  );
  return measuring.then((measurement) => ({ ...measurement, results: stored, lines, runs, prepare }));
}

it('stores the runs of each benchmark with the date, the commit, the machine and the use by other programs', async () => {
  const { stored, problems, results, lines, prepare } = await measureOn(() => 0.02, {
    names: ['bundle', 'tdf'],
  });
  expect({ stored, problems }).toEqual({ stored: ['bundle', 'tdf'], problems: [] });
  expect(results['tdf']).toMatchObject({
    date: '2026-11-30',
    commit: 'abcd1234',
    isDirty: false,
    busyShare: 0.02,
    machine: { cores: 2 },
  });
  expect(results['tdf']?.runs).toHaveLength(3);
  // The table shows no single file of the bundle.
  expect(results['bundle']?.runs[0]).toEqual({ decrypt: { node: 1.1 } });
  expect(prepare).toHaveBeenCalledOnce();
  expect(lines).toContain('tdf, run 3 of 3: 30 s, other programs 2 %');
});

it('refuses a busy machine before the first benchmark and names the cause', async () => {
  const { stored, problems, runs, prepare } = await measureOn(() => 0.4, { names: ['tdf', 'server'] });
  expect(stored).toEqual([]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^tdf: other programs use 40 % of \d+ cores, most of it make; at most 5 %/);
  expect(runs).not.toHaveBeenCalled();
  expect(prepare).not.toHaveBeenCalled();
});

it('waits for a quiet machine and begins then', async () => {
  const { stored, lines } = await measureOn((second) => (second < 20 ? 0.4 : 0), { waitSeconds: 60 });
  expect(stored).toEqual(['tdf']);
  expect(lines[0]).toMatch(/most of it make; waiting at most 60 s$/);
});

it('refuses a machine that stays busy for the whole wait', async () => {
  const { stored, problems } = await measureOn(() => 0.4, { waitSeconds: 60 });
  expect(stored).toEqual([]);
  expect(problems).toHaveLength(1);
});

it('does not store a result during which other programs ran, and continues with the next benchmark', async () => {
  const { stored, problems, runs } = await measureOn((second) => (second >= 3 && second < 13 ? 0.3 : 0), {
    names: ['tdf', 'server'],
  });
  expect(stored).toEqual(['server']);
  expect(problems[0]).toMatch(
    /^tdf: not stored, because other programs used 30 % of .* during tdf, run 1 of 3$/,
  );
  expect(runs.mock.calls.map(([name]) => name)).toEqual(['tdf', 'server', 'server', 'server']);
});

it('stores a result of a busy machine if it is forced, with the share of other programs', async () => {
  const { results } = await measureOn(() => 0.4, { force: true });
  expect(results['tdf']?.busyShare).toBe(0.4);
});

it('measures on a busy machine what does not depend on the load', async () => {
  expect((await measureOn(() => 0.4, { names: ['bundle'] })).stored).toEqual(['bundle']);
});

it('stores the complete runs of an interrupted benchmark and runs no other', async () => {
  const interruption = new AbortController();
  let count = 0;
  const { stored, problems, results } = await measureOn(
    () => 0,
    { names: ['tdf', 'server'], signal: interruption.signal },
    async () => {
      count += 1;
      if (count === 2) {
        interruption.abort();
        throw new Error('interrupted');
      }
      return { decrypt: { node: count } };
    },
  );
  expect(stored).toEqual(['tdf']);
  expect(results['tdf']?.runs).toEqual([{ decrypt: { node: 1 } }]);
  expect(problems).toEqual(['interrupted: the remaining benchmarks did not run']);
});

it('formats elapsed time in seconds and minutes', () => {
  expect([41_000, 312_000].map(formatElapsed)).toEqual(['41 s', '5 min 12 s']);
});
