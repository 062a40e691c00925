/** What a page is called: its screen, and the app, which says where it is not the real one (section 2). */
export function pageTitle(
  screen: string | null,
  { appName, testEnvironment }: { readonly appName: string; readonly testEnvironment: string },
  environment: string | undefined,
): string {
  const app = environment === 'test' ? `${appName}（${testEnvironment}）` : appName;
  return screen === null ? app : `${screen} - ${app}`;
}
