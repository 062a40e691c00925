import { nodeCipher, nodeDecipher } from '@sealflow/tdf/node';
import { openBrowser } from './engine-browser.ts';
import { sealMemory } from './seal-memory.ts';
import { seekCost } from './seek.ts';
import type { ServerOptions } from './server.ts';
import { vsAge } from './tdf-age.ts';
import { vsOpentdf } from './tdf-opentdf.ts';
import { decryptRatio, encryptRatio, type Throughput } from './throughput.ts';
import { decryptInBrowser, encryptInBrowser } from './throughput-page.ts';

const MEASURE: Throughput = { size: 256 * 1024 * 1024, slices: 8, rounds: 7 };

/** Throughput relative to raw WebCrypto and installed peers, and the cost of random access. */
export async function run({ opentdf: folder }: Pick<ServerOptions, 'opentdf'>) {
  // Runs first, because it is compared with another process and this one is still small.
  const age = await vsAge();
  const node = await decryptRatio(MEASURE, nodeDecipher);
  const encrypt = await encryptRatio(MEASURE, nodeCipher);
  const chromium = await inChromium();
  const opentdf = folder === undefined ? undefined : await vsOpentdf(folder);
  const peers = (of: 'decrypt' | 'encrypt') => ({
    ...(age ? { vsAge: age[of] } : {}),
    ...(opentdf ? { vsOpentdf: opentdf[of] } : {}),
  });
  return {
    decrypt: { node, chromium: chromium.decrypt, ...peers('decrypt') },
    encrypt: {
      node: encrypt,
      chromium: chromium.encrypt,
      ...peers('encrypt'),
      peakBytes: await sealMemory(),
    },
    ...(await seekCost()),
  };
}

async function inChromium(): Promise<{ readonly decrypt: number; readonly encrypt: number }> {
  const browser = await openBrowser.chromium();
  try {
    return {
      decrypt: await decryptInBrowser(browser, MEASURE),
      encrypt: await encryptInBrowser(browser, MEASURE),
    };
  } finally {
    await browser.close();
  }
}
