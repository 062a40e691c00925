import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Done, Found } from './worker.ts';

/** A failing input as it is kept: enough to try it again. */
export interface Kept extends Found {
  readonly target: string;
  readonly seed: number;
  readonly plant?: string | undefined;
}

const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'fuzz');
/** How much of a failure is printed: all of it is in its file. */
const SHOWN = 600;

/** Counts what is done, says how far it is, and writes each failure down as it comes. */
export function createReport(run: {
  target: string;
  seed: number;
  plant: string | undefined;
  inputs: number;
  isQuiet: boolean;
}) {
  const outcomes: Record<string, number> = {};
  const failures: Found[] = [];
  const writes: Promise<void>[] = [];
  const began = performance.now();
  let tried = 0;
  let said = 0;

  const say = (text: string) => {
    if (!run.isQuiet) process.stdout.write(text);
  };
  const seconds = () => (performance.now() - began) / 1000;

  return {
    failures,
    add(done: Done) {
      tried += done.tried;
      for (const [outcome, count] of Object.entries(done.outcomes))
        outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      for (const found of done.found) {
        failures.push(found);
        writes.push(keep({ ...found, target: run.target, seed: run.seed, plant: run.plant }, say));
      }
      if (seconds() - said < 5) return;
      said = seconds();
      say(`  ${tried} of ${run.inputs}, ${Math.round(tried / said)} a second, ${failures.length} failures\n`);
    },
    async end() {
      await Promise.all(writes);
      const took = seconds();
      return {
        inputs: tried,
        seconds: rounded(took),
        perSecond: Math.round(tried / took),
        failures: failures.length,
        outcomes,
      };
    },
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function keep(kept: Kept, say: (text: string) => void): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${kept.target}-${kept.seed}-${kept.index}.json`);
  await writeFile(file, JSON.stringify(kept));
  say(
    `  FOUND ${kept.kind} at seed ${kept.seed}, input ${kept.index} (${kept.trail})\n    ${kept.text.slice(0, SHOWN).replaceAll('\n', '\n    ')}\n    again: npm run -s fuzz -- ${kept.target} --replay ${file}\n`,
  );
}
