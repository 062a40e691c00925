import { mobileSystem } from '@sealflow/domain/user-agent';
import type { AppUpdatePort } from '../../ports/app-update.port.ts';
import type { FilesPort } from '../../ports/files.port.ts';

const webUpdate = () => import('../../updates/web-update.ts');

/** A press on a link that nobody sees: what the browser does with an address by itself. */
function follow(address: string, attributes: Partial<Pick<HTMLAnchorElement, 'download' | 'target'>>): void {
  const link = Object.assign(document.createElement('a'), { href: address, rel: 'noopener', ...attributes });
  link.click();
}

/** Changes with each build. */
export const entryScript = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';

/** A browser: its own code comes by the service worker, the app of a phone as a download or from its store. */
export function createWebAppUpdate(
  userAgent: string,
  files: () => Promise<Pick<FilesPort, 'blob'>>,
): AppUpdatePort {
  const system = mobileSystem(userAgent);
  return {
    releases: system === 'other' ? null : system,
    codeId: entryScript(),
    fetchCode: async () => ((await (await webUpdate()).checkWebUpdate()) === 'waiting' ? 'ready' : 'none'),
    startCode: async () => (await webUpdate()).applyWebUpdate(),
    // A page that does not come up is loaded anew by whoever looks at it.
    started: async () => undefined,
    async openInstaller({ path, name }) {
      const file = await (await files()).blob(path);
      const address = URL.createObjectURL(
        new Blob([file], { type: 'application/vnd.android.package-archive' }),
      );
      follow(address, { download: name });
      // The download has taken its own hold of the file by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    openStore: async (address) => follow(address, { target: '_blank' }),
  };
}
