import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Done, FoundFailure } from './worker.ts';

/** A failing input as it is saved, with everything to replay it. */
export interface SavedFailure extends FoundFailure {
  readonly target: string;
  readonly seed: number;
  readonly plant?: string | undefined;
}

const reportFolder = join(import.meta.dirname, '..', '..', 'test-results', 'fuzz');
/** Longer failures are printed in part. The file contains all of it. */
const maxShownCharacters = 600;

/** Counts outcomes, prints the progress and saves each failure when it occurs. */
export function createReport(run: {
  target: string;
  seed: number;
  plant: string | undefined;
  inputs: number;
  isQuiet: boolean;
}) {
  const outcomes: Record<string, number> = {};
  const failures: FoundFailure[] = [];
  const writes: Promise<void>[] = [];
  const began = performance.now();
  let tried = 0;
  let lastReportSeconds = 0;

  const write = (text: string) => {
    if (!run.isQuiet) process.stdout.write(text);
  };
  const elapsedSeconds = () => (performance.now() - began) / 1000;

  return {
    failures,
    add(done: Done) {
      tried += done.tried;
      for (const [outcome, count] of Object.entries(done.outcomes))
        outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      for (const found of done.failures) {
        failures.push(found);
        writes.push(save({ ...found, target: run.target, seed: run.seed, plant: run.plant }, write));
      }
      if (elapsedSeconds() - lastReportSeconds < 5) return;
      lastReportSeconds = elapsedSeconds();
      write(
        `  ${tried} of ${run.inputs}, ${Math.round(tried / lastReportSeconds)} a second, ${failures.length} failures\n`,
      );
    },
    async end() {
      await Promise.all(writes);
      const seconds = elapsedSeconds();
      return {
        inputs: tried,
        seconds: rounded(seconds),
        perSecond: Math.round(tried / seconds),
        failures: failures.length,
        outcomes,
      };
    },
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function save(failure: SavedFailure, write: (text: string) => void): Promise<void> {
  await mkdir(reportFolder, { recursive: true });
  const file = join(reportFolder, `${failure.target}-${failure.seed}-${failure.index}.json`);
  await writeFile(file, JSON.stringify(failure));
  write(
    `  FOUND ${failure.kind} at seed ${failure.seed}, input ${failure.index} (${failure.trail})\n    ${failure.text.slice(0, maxShownCharacters).replaceAll('\n', '\n    ')}\n    Replay: npm run -s fuzz -- ${failure.target} --replay ${file}\n`,
  );
}
