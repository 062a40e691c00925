import { desktopConfig } from 'lighthouse';
import { type AppService, startAppService } from './app-service.ts';
import { scores, withBrowser } from './lighthouse.ts';

const desk = { viewport: { width: 1350, height: 940 }, locale: 'zh-CN' } as const;
const areas = ['overview', 'people', 'audit'] as const;

/** The Lighthouse scores of the console’s sign-in and of three areas at a desk, from a service with the demo data. */
export async function measureConsoleLighthouse() {
  const service = await startAppService();
  try {
    return await measureAreas(service);
  } finally {
    await service.stop();
  }
}

function measureAreas({ origin, administrator }: AppService) {
  return withBrowser(desk, async (context) => {
    const home = `${origin}/console/`;
    const measured: Record<string, Awaited<ReturnType<typeof scores>>> = {
      signIn: await scores(home, desktopConfig),
    };
    const page = await context.newPage();
    await page.goto(home);
    await page.locator('input[autocomplete="username"]').fill(administrator.username);
    await page.locator('input[type="password"]').fill(administrator.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/t/*/overview');
    const base = new URL('.', page.url()).href;
    await page.goto('about:blank');
    for (const area of areas) measured[area] = await scores(base + area, desktopConfig);
    return measured;
  });
}
