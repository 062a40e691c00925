// npm run pictures -- [readme|zh|en|console-zh|console-en]...: takes the pictures in docs/pictures from the running app with demo data. Without arguments
// it takes all pictures. The English pictures need the font Roboto, the Chinese ones Noto Sans CJK, and pngquant reduces the sizes.
import { chromium } from 'playwright';
import { ensureBuilt } from './build-app.mjs';
import { chromiumLaunchOptions } from './chromium.mjs';
import { ensureInstalled, runMain, ScriptError } from './toolchain.mjs';

const kinds = ['readme', 'zh', 'en', 'console-zh', 'console-en'];

await runMain(async () => {
  const requested = process.argv.slice(2);
  const unknown = requested.find((kind) => !kinds.includes(kind));
  if (unknown) throw new ScriptError(`unknown kind of pictures ${unknown}: use ${kinds.join(', ')}`);
  ensureInstalled();
  if (process.env.APP_DIR === undefined) ensureBuilt();
  const { startService } = await import('./pictures/service-and-pages.mjs');
  const { takeReadmePictures } = await import('./pictures/readme.mjs');
  const { takeGuidePictures } = await import('./pictures/guides.mjs');
  const { takeConsolePictures } = await import('./pictures/console.mjs');
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    for (const kind of requested.length > 0 ? requested : kinds) {
      // The content of the demo is Chinese.
      const service = await startService({ hasDemo: !kind.endsWith('en') });
      try {
        if (kind === 'readme') await takeReadmePictures({ browser, service });
        else if (kind.startsWith('console-'))
          await takeConsolePictures({ browser, service, language: kind.slice('console-'.length) });
        else await takeGuidePictures({ browser, service, language: kind });
      } finally {
        await service.stop();
      }
    }
  } finally {
    await browser.close();
  }
});
