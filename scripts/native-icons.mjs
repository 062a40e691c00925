// npm run native:icons: draws the shells' pictures from the app's one icon. What comes out is committed.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';
import { root, runMain } from './toolchain.mjs';

const app = join(root, 'apps', 'mobile');
const drawn = readFileSync(join(app, 'public', 'icon.svg'), 'utf8');
// A platform that cuts the corners itself gets a full square.
const square = drawn.replace('rx="14"', '');
const round = drawn.replace('rx="14"', 'rx="32"');

const resources = join(app, 'android', 'app', 'src', 'main', 'res');
const assets = join(app, 'ios', 'App', 'App', 'Assets.xcassets');
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };

/** Android 7 has no adaptive icons; everything later draws the vectors beside these. */
const launcher = Object.entries(densities).flatMap(([density, size]) => [
  { file: join(resources, `mipmap-${density}`, 'ic_launcher.png'), svg: drawn, size },
  { file: join(resources, `mipmap-${density}`, 'ic_launcher_round.png'), svg: round, size },
]);
const launch = [1, 2, 3].map((scale) => ({
  file: join(assets, 'LaunchIcon.imageset', `launch-icon${scale === 1 ? '' : `@${scale}x`}.png`),
  svg: drawn,
  size: 96 * scale,
}));
const store = { file: join(assets, 'AppIcon.appiconset', 'AppIcon-1024.png'), svg: square, size: 1024 };

await runMain(async () => {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  for (const { file, svg, size } of [...launcher, ...launch, store]) {
    mkdirSync(dirname(file), { recursive: true });
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    // The store refuses an icon with transparency.
    await page.screenshot({ path: file, omitBackground: svg !== square });
  }
  await browser.close();
});
