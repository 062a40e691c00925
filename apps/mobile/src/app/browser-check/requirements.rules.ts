/** Versions from which browsers have every feature that the app needs (decision 062). */
export const minimumVersions = { chromium: '97', safari: '16.4', firefox: '115' } as const;

export type Feature = 'modules' | 'moduleWorkers' | 'webAssembly' | 'webLocks' | 'indexedDb' | 'webCrypto';

/** The parts of a browser's global scope that are looked at; an old browser has none of them. */
export type BrowserScope = {
  readonly isSecureContext?: boolean;
  readonly HTMLScriptElement?: { readonly prototype: object };
  readonly Worker?: new (url: string, options: WorkerOptions) => unknown;
  readonly WebAssembly?: { readonly Module?: new (bytes: Uint8Array<ArrayBuffer>) => unknown };
  readonly indexedDB?: unknown;
  readonly crypto?: { readonly subtle?: unknown };
  readonly navigator: { readonly locks?: unknown };
};

/** The smallest module: its magic number and its version. */
const emptyModule = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A policy without 'wasm-unsafe-eval', or a browser that does not know it, lets nothing be compiled. */
function compilesWebAssembly({ WebAssembly }: BrowserScope): boolean {
  try {
    return WebAssembly?.Module !== undefined && Boolean(new WebAssembly.Module(new Uint8Array(emptyModule)));
  } catch {
    return false;
  }
}

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
    // The address is refused in any case.
  }
  return isRead;
}

/**
 * Finds out what a browser lacks that the app needs, by features and never by the name it gives itself.
 * @returns the missing features; those of secure contexts are not looked for on a page without TLS, where none has them.
 */
export function missingFeatures(scope: BrowserScope): Feature[] {
  const missing: Feature[] = [];
  const script = scope.HTMLScriptElement?.prototype;
  if (script === undefined || !('noModule' in script)) missing.push('modules');
  if (!hasModuleWorkers(scope)) missing.push('moduleWorkers');
  if (!compilesWebAssembly(scope)) missing.push('webAssembly');
  if (!scope.indexedDB) missing.push('indexedDb');
  if (scope.isSecureContext === false) return missing;
  if (!scope.navigator.locks) missing.push('webLocks');
  if (!scope.crypto?.subtle) missing.push('webCrypto');
  return missing;
}
