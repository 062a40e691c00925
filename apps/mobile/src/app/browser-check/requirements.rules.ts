import { runsWebAssembly, type WebAssemblyScope } from '@sealflow/viewers/viewer/web-assembly.util.ts';

/** Versions from which browsers have every feature that the app needs (decision 062). */
export const minimumVersions = { chromium: '97', safari: '16.4', firefox: '115' } as const;

export type Feature = 'modules' | 'moduleWorkers' | 'webAssembly' | 'webLocks' | 'indexedDb' | 'webCrypto';

/** The parts of a browser's global scope that the check reads; an old browser may lack any of them. */
export type BrowserScope = WebAssemblyScope & {
  readonly isSecureContext?: boolean;
  readonly HTMLScriptElement?: { readonly prototype: object };
  readonly Worker?: new (url: string, options: WorkerOptions) => unknown;
  readonly indexedDB?: unknown;
  readonly crypto?: { readonly subtle?: unknown };
  readonly navigator: { readonly locks?: unknown };
};

/** Only a browser with module workers reads the option; the address is invalid, so that no worker starts. */
function hasModuleWorkers({ Worker }: BrowserScope): boolean {
  let isRead = false;
  const options = {
    get type(): WorkerType {
      isRead = true;
      return 'module';
    },
  };
  try {
    if (Worker !== undefined) void new Worker('http://[', options);
  } catch {
    // The address is rejected in any case.
  }
  return isRead;
}

/**
 * Detects which features the app needs and the browser lacks, never by the browser's name.
 * @returns the missing features. Features of secure contexts are not checked on a page without TLS, where no browser
 * has them.
 */
export function missingFeatures(scope: BrowserScope): Feature[] {
  const missing: Feature[] = [];
  const script = scope.HTMLScriptElement?.prototype;
  if (script === undefined || !('noModule' in script)) missing.push('modules');
  if (!hasModuleWorkers(scope)) missing.push('moduleWorkers');
  if (!runsWebAssembly(scope)) missing.push('webAssembly');
  if (!scope.indexedDB) missing.push('indexedDb');
  if (scope.isSecureContext === false) return missing;
  if (!scope.navigator.locks) missing.push('webLocks');
  if (!scope.crypto?.subtle) missing.push('webCrypto');
  return missing;
}
