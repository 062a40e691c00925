import { mobileSystem } from '@sealflow/domain/user-agent';
import type { AppUpdatePort } from '../../ports/app-update.port.ts';
import type { FilesPort } from '../../ports/files.port.ts';

const webUpdate = () => import('../../updates/web-update.usecases.ts');

/** Clicks a detached link, so that the browser handles the address itself. */
function clickLink(
  address: string,
  attributes: Partial<Pick<HTMLAnchorElement, 'download' | 'target'>>,
): void {
  const link = Object.assign(document.createElement('a'), { href: address, rel: 'noopener', ...attributes });
  link.click();
}

/** URL of the entry script; it changes with each build. */
export const entryScriptUrl = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Updates in a browser: its code comes by the service worker, the phone app as a download or from its store. */
export function createWebAppUpdate(
  userAgent: string,
  files: () => Promise<Pick<FilesPort, 'blob'>>,
): AppUpdatePort {
  const system = mobileSystem(userAgent);
  return {
    releasePlatform: system === 'other' ? null : system,
    codeId: entryScriptUrl(),
    downloadCode: async () => ((await (await webUpdate()).checkWebUpdate()) === 'waiting' ? 'ready' : 'none'),
    startCode: async () => (await webUpdate()).applyWebUpdate(),
    // Nothing to confirm: the user reloads a page that fails to start.
    confirmStarted: async () => undefined,
    async openInstaller({ path, name }) {
      const file = await (await files()).blob(path);
      const address = URL.createObjectURL(
        new Blob([file], { type: 'application/vnd.android.package-archive' }),
      );
      clickLink(address, { download: name });
      // The browser has opened the file by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    openStore: async (address) => clickLink(address, { target: '_blank' }),
  };
}
