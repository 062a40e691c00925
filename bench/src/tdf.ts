import { crc32 } from 'node:zlib';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { bundled } from './bundled.ts';
import { seekCost } from './seek.ts';
import type { ServerOptions } from './server.ts';
import { vsAge } from './tdf-age.ts';
import { vsOpentdf } from './tdf-opentdf.ts';
import type * as Measures from './throughput.ts';
import { decryptRatio, encryptRatio, type Throughput } from './throughput.ts';

const MEASURE: Throughput = { size: 256 * 1024 * 1024, slices: 8, rounds: 7 };
const ORIGIN = 'http://localhost:9';

/** Throughput against raw WebCrypto and the peers that are there, and what random access costs. */
export async function run({ opentdf: folder }: Pick<ServerOptions, 'opentdf'>) {
  // Another process is measured against this one: first, while it is as small.
  const age = await vsAge();
  const node = await decryptRatio(MEASURE);
  const encrypt = await encryptRatio(MEASURE, crc32);
  const chromium = await decryptInChromium();
  const opentdf = folder === undefined ? undefined : await vsOpentdf(folder);
  const peers = (of: 'decrypt' | 'encrypt') => ({
    ...(age ? { vsAge: age[of] } : {}),
    ...(opentdf ? { vsOpentdf: opentdf[of] } : {}),
  });
  return {
    decrypt: { node, chromium, ...peers('decrypt') },
    encrypt: { node: encrypt, ...peers('encrypt') },
    ...(await seekCost()),
  };
}

async function decryptInChromium(): Promise<number> {
  const code = await bundled('./throughput.ts');
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    // WebCrypto wants a trustworthy origin, which localhost is; nothing listens there, the page comes from here.
    await page.route(`${ORIGIN}/**`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: code })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bench</title>' }),
    );
    await page.goto(ORIGIN);
    return await page.evaluate(async (measure) => {
      const path = '/throughput.js';
      const module = (await import(path)) as typeof Measures;
      return module.decryptRatio(measure);
    }, MEASURE);
  } finally {
    await browser.close();
  }
}
