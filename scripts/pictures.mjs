// npm run pictures: drives the real app on demo data and writes docs/pictures.
//   npm run pictures -- readme|zh|en   takes only these pictures
// Install Roboto for the English pictures and Noto Sans CJK for the Chinese ones; pngquant makes the files small.
import { chromium } from 'playwright';
import { ensureBuilt } from './build-app.mjs';
import { chromiumLaunchOptions } from './chromium.mjs';
import { ensureInstalled, runMain, ScriptError } from './toolchain.mjs';

const kinds = ['readme', 'zh', 'en'];

await runMain(async () => {
  const requested = process.argv.slice(2);
  const unknown = requested.find((kind) => !kinds.includes(kind));
  if (unknown) throw new ScriptError(`unknown pictures ${unknown}: use ${kinds.join(', ')}`);
  ensureInstalled();
  if (process.env.APP_DIR === undefined) ensureBuilt();
  const { startService } = await import('./pictures/stage.mjs');
  const { takeReadmePictures } = await import('./pictures/readme.mjs');
  const { takeGuidePictures } = await import('./pictures/guides.mjs');
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    for (const kind of requested.length > 0 ? requested : kinds) {
      // The content of the demo is Chinese.
      const service = await startService({ hasDemo: kind !== 'en' });
      try {
        if (kind === 'readme') await takeReadmePictures({ browser, service });
        else await takeGuidePictures({ browser, service, language: kind });
      } finally {
        await service.stop();
      }
    }
  } finally {
    await browser.close();
  }
});
