import { consented, phone, signIn } from './app-browser.ts';
import type { AppService } from './app-service.ts';
import { scores, withBrowser } from './lighthouse.ts';

const tabs = { messages: '/sessionlist', documents: '/document', work: '/work', mine: '/myinfo' } as const;

/** The Lighthouse scores of the sign-in screen and of the tabs on a phone. */
export function measureLighthouse({ origin, account }: AppService) {
  return withBrowser(phone, async (context) => {
    await consented(context);
    const [page = await context.newPage()] = context.pages();
    await page.goto(`${origin}/pwdlogin`);
    await page.locator('input[type="password"]').waitFor();
    await page.goto('about:blank');
    const measured: Record<string, Awaited<ReturnType<typeof scores>>> = {
      signIn: await scores(`${origin}/pwdlogin`),
    };
    const again = await context.newPage();
    await signIn(again, origin, account);
    await again.goto('about:blank');
    for (const [name, path] of Object.entries(tabs)) measured[name] = await scores(origin + path);
    return measured;
  });
}
