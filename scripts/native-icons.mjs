// npm run native:icons: draws the PNG icons of the native projects from the app's SVG icon. The PNG files are committed.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';
import { root, runMain } from './toolchain.mjs';

const app = join(root, 'apps', 'mobile');
const svgIcon = readFileSync(join(app, 'public', 'icon.svg'), 'utf8');
// iOS rounds the corners itself, so its icon is a full square.
const squareIcon = svgIcon.replace('rx="14"', '');
const roundIcon = svgIcon.replace('rx="14"', 'rx="32"');

const resources = join(app, 'android', 'app', 'src', 'main', 'res');
const assets = join(app, 'ios', 'App', 'App', 'Assets.xcassets');
/** Sizes of a launcher icon by screen density, in pixels. */
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };

/** Launcher icons for Android 7. Later versions draw the adaptive icons, which are vectors. */
const launcherIcons = Object.entries(densities).flatMap(([density, size]) => [
  { file: join(resources, `mipmap-${density}`, 'ic_launcher.png'), svg: svgIcon, size },
  { file: join(resources, `mipmap-${density}`, 'ic_launcher_round.png'), svg: roundIcon, size },
]);
/** Icons of the launch screen of iOS, for each screen scale. */
const launchScreenIcons = [1, 2, 3].map((scale) => ({
  file: join(assets, 'LaunchIcon.imageset', `launch-icon${scale === 1 ? '' : `@${scale}x`}.png`),
  svg: svgIcon,
  size: 96 * scale,
}));
const appStoreIcon = {
  file: join(assets, 'AppIcon.appiconset', 'AppIcon-1024.png'),
  svg: squareIcon,
  size: 1024,
};

await runMain(async () => {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  for (const { file, svg, size } of [...launcherIcons, ...launchScreenIcons, appStoreIcon]) {
    mkdirSync(dirname(file), { recursive: true });
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    // The App Store rejects icons with transparency.
    await page.screenshot({ path: file, omitBackground: svg !== squareIcon });
  }
  await browser.close();
});
