import { bundled } from './bundled.ts';
import type { EngineBrowser } from './engine-browser.ts';
import { serveScript } from './script-server.ts';
import type { Throughput } from './throughput.ts';

const scriptReady =
  'new Promise((resolve) => { const look = () => ("decryptRatio" in globalThis ? resolve(true) : setTimeout(look, 20)); look(); })';

/** The speed of decrypting a sealed document in a browser, relative to raw WebCrypto in the same page. */
export const decryptInBrowser = (browser: EngineBrowser, measure: Throughput): Promise<number> =>
  ratioInBrowser(browser, 'decryptRatio', measure);

/** The same for sealing. */
export const encryptInBrowser = (browser: EngineBrowser, measure: Throughput): Promise<number> =>
  ratioInBrowser(browser, 'encryptRatio', measure);

async function ratioInBrowser(
  browser: EngineBrowser,
  name: 'decryptRatio' | 'encryptRatio',
  measure: Throughput,
): Promise<number> {
  // WebCrypto needs a trustworthy origin, which localhost is.
  const server = await serveScript(await bundled('./throughput-entry.ts'));
  try {
    return await browser.inNewPage(server.origin, async (ask) => {
      await ask(scriptReady);
      return (await ask(`${name}(${JSON.stringify(measure)})`)) as number;
    });
  } finally {
    await server.close();
  }
}
