import type { BrowserContext, Page } from '@playwright/test';
import { WebKitContext } from './context.ts';

type Options = {
  readonly origin: string;
  readonly viewport: { width: number; height: number } | null;
  readonly locale: string | undefined;
  readonly colorScheme: string | null | undefined;
  readonly serviceWorkers: 'allow' | 'block' | undefined;
  readonly userAgent: string | undefined;
  /** The factor of the text size. */
  readonly textScale: number;
  /** A window without the origin’s private file system and with a temporary profile. */
  readonly isPrivate: boolean;
};
type Use<T> = (value: T) => Promise<void>;
type Info = { readonly status?: string | undefined; outputPath(name: string): string };

/** The size of the whole window, unless the project defines another. */
const defaultSize = { width: 412, height: 915 };

const open = ({
  origin,
  viewport,
  locale,
  colorScheme,
  serviceWorkers = 'allow',
  userAgent,
  textScale,
  isPrivate,
}: Options) =>
  WebKitContext.open({
    ...(viewport ?? defaultSize),
    service: origin,
    language: locale ?? 'zh-CN',
    isDark: colorScheme === 'dark',
    serviceWorkers,
    userAgent,
    textScale,
    isPrivate,
  });

/**
 * Playwright’s fixtures with a real WebKit. The classes implement the part of Playwright’s interface that the
 * journeys use. Another call fails with the name of the missing method.
 */
export const webkitFixtures = {
  context: async (
    { origin, viewport, locale, colorScheme, serviceWorkers, userAgent, textScale, isPrivate }: Options,
    use: Use<BrowserContext>,
    testInfo: Info,
  ): Promise<void> => {
    const context = await open({
      origin,
      viewport,
      locale,
      colorScheme,
      serviceWorkers,
      userAgent,
      textScale,
      isPrivate,
    });
    try {
      await use(context as unknown as BrowserContext);
      if (testInfo.status !== 'passed' && testInfo.status !== 'skipped') {
        for (const [index, page] of context.pages().entries())
          await page
            .screenshot({ path: testInfo.outputPath(`failed-${index + 1}.png`) })
            .catch(() => undefined);
      }
    } finally {
      await context.close();
    }
  },
  page: async ({ context }: { readonly context: BrowserContext }, use: Use<Page>): Promise<void> => {
    await use(await context.newPage());
  },
  browser: [
    async ({ origin }: { readonly origin: string }, use: Use<WebKitBrowser>): Promise<void> => {
      const opened: WebKitContext[] = [];
      await use({
        newContext: async ({ viewport, locale, colorScheme, serviceWorkers, userAgent } = {}) => {
          const context = await open({
            origin,
            viewport: viewport ?? null,
            locale,
            colorScheme,
            serviceWorkers,
            userAgent,
            textScale: 1,
            isPrivate: false,
          });
          opened.push(context);
          return context;
        },
        close: async () => undefined,
      });
      for (const context of opened) await context.close();
    },
    { scope: 'worker' },
  ],
};

type WebKitBrowser = {
  newContext(options?: Partial<Omit<Options, 'origin'>>): Promise<WebKitContext>;
  close(): Promise<void>;
};
