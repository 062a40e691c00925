/** The page's title: its screen and the app, with a mark in the test environment (section 2). */
export function pageTitle(
  screen: string | null,
  { appName, testEnvironment }: { readonly appName: string; readonly testEnvironment: string },
  environment: string | undefined,
): string {
  const app = environment === 'test' ? `${appName}（${testEnvironment}）` : appName;
  return screen === null ? app : `${screen} - ${app}`;
}
