import { useEffect } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { useEnvironmentStore } from './environment.store.ts';
import { screenAt } from './navigation/paths.rules.ts';
import { viewNameIn } from './navigation/view.rules.ts';
import { useLocation } from './router/index.ts';

/** The name of the screen at the current address; null if there is none. */
export function useScreenTitle(): string | null {
  const { pathname, search } = useLocation();
  const { shell } = useFirstTexts();
  const views: Readonly<Record<string, string>> = shell.views;
  const screen = screenAt(pathname);
  const own = screen === null || screen === 'root' ? null : shell.titles[screen];
  return views[viewNameIn(search) ?? ''] ?? own;
}

/** The page's title: its screen and the app, with a mark in the test environment (section 2). */
export function pageTitle(
  screen: string | null,
  { appName, testEnvironment }: { readonly appName: string; readonly testEnvironment: string },
  environment: string | undefined,
): string {
  const app = environment === 'test' ? `${appName}（${testEnvironment}）` : appName;
  return screen === null ? app : `${screen} - ${app}`;
}

/** Sets the page's title on each navigation; the test environment is named in it (section 2). */
export function usePageTitle(): void {
  const { common } = useFirstTexts();
  const name = useScreenTitle();
  const environment = useEnvironmentStore((state) => state.environment);
  useEffect(() => {
    document.title = pageTitle(name, common, environment);
  }, [name, common, environment]);
}
