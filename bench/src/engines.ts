import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engines } from '../../e2e/engines/engine.ts';
import { versionOf } from '../../e2e/engines/engine-version.ts';
import { engineInstallCommand } from '../../scripts/system-packages.mjs';
import { openBrowser } from './engine-browser.ts';
import { firstPageTimes, type PreviewPage, servePreview } from './preview-page.ts';
import type { ServerOptions } from './server.ts';
import { median, rounded } from './stats.ts';
import type { Throughput } from './throughput.ts';
import { decryptInBrowser } from './throughput-page.ts';

const firstPagePairs = 5;
/** One slice, because each pair decrypts the whole document once with each implementation. */
const decryptMeasure: Throughput = { size: 64 * 1024 * 1024, slices: 1, rounds: 9 };

/** The version of an installed engine, or the command that installs it. */
export type Availability = { readonly version: string } | { readonly advice: string };

function availabilityOf(engine: Engine): Availability {
  const advice = engineInstallCommand(engine);
  if (advice !== undefined) return { advice };
  const version = versionOf(engine);
  return version === undefined ? { advice: `${engine} does not start: check its installation` } : { version };
}

/** The selected engines, or all. */
export function chosenEngines(names: readonly string[] | undefined): readonly Engine[] {
  const unknown = (names ?? []).filter((name) => !engines.some((engine) => engine === name));
  if (unknown.length > 0) throw new Error(`unknown engine ${unknown.join(', ')}: ${engines.join(', ')}`);
  // Chromium is last, because it has no limit.
  return engines.filter((engine) => names?.includes(engine) ?? true).toReversed();
}

/** The printed result of an engine: our times as multiples of the reference’s, lower is faster. */
export function engineRatios(
  firstPage: readonly { readonly own: number; readonly bare: number }[],
  decryptSpeed: number,
) {
  return {
    firstPage: {
      vsBarePdfjs: rounded(median(firstPage.map(({ own, bare }) => own / bare))),
      ms: rounded(median(firstPage.map(({ own }) => own)), 0),
    },
    decrypt: rounded(1 / decryptSpeed),
  };
}

async function measure(engine: Engine, preview: PreviewPage) {
  const browser = await openBrowser[engine]();
  try {
    const times = await firstPageTimes(browser, preview, firstPagePairs);
    return engineRatios(times, await decryptInBrowser(browser, decryptMeasure));
  } finally {
    await browser.close();
  }
}

/** The first page of a sealed PDF and the decryption of a sealed document in each installed engine. */
export async function run({ engines: names }: Pick<ServerOptions, 'engines'>) {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-engines-'));
  try {
    const preview = await servePreview(folder);
    try {
      const result: Partial<Record<Engine, object>> = {};
      for (const engine of chosenEngines(names)) {
        const found = availabilityOf(engine);
        if ('advice' in found) console.error(`${engine} is not installed: ${found.advice}`);
        else result[engine] = { ...found, ...(await measure(engine, preview)) };
      }
      return result;
    } finally {
      await preview.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
