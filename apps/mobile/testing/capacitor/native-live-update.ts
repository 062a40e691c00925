import { createHash, createVerify } from 'node:crypto';

/** A bundle of the service. Its content is JSON instead of a zip. */
export type Served = { readonly bytes: string };

/** The data on the phone that survives a kill of the app. */
type Disk = {
  readonly bundles: Map<string, Record<string, string>>;
  /** `CAP_SERVER_PATH`: the bundle of the next start. Null is the code of the shell. */
  next: string | null;
  previous: string | null;
  downloads: string[];
  build: string;
};

type Options = {
  readonly publicKey: string;
  readonly served: ReadonlyMap<string, Served>;
  readonly build?: string;
};

/**
 * The native side of LiveUpdate 8.4.3 with `autoDeleteBundles` and a public key, like its Java and Swift code. It
 * downloads and unpacks a bundle in a temporary folder, verifies only its signature, and renames the folder. The next
 * start deletes the temporary folder. The process holds the rollback timer and the result of the rollback.
 */
export function nativeLiveUpdate({ publicKey, served, build = '100' }: Options) {
  const disk: Disk = {
    bundles: new Map(),
    next: null,
    previous: null,
    downloads: [],
    build,
  };
  let current: string | null = null;
  let rolledBack = false;
  const downloaded: string[] = [];

  function verified(bytes: string, signature: string | undefined): void {
    if (signature === undefined || signature === '') throw new Error('Bundle does not contain a signature.');
    const isSigned = createVerify('RSA-SHA256').update(bytes).verify(publicKey, signature, 'base64');
    if (!isSigned) throw new Error('Signature verification failed.');
  }

  const methods = {
    downloadBundle: async ({
      bundleId,
      url,
      signature,
    }: Record<'bundleId' | 'url' | 'signature', string>) => {
      if (disk.bundles.has(bundleId)) throw new Error('bundle already exists.');
      downloaded.push(bundleId);
      disk.downloads.push(bundleId);
      const found = served.get(url);
      if (found === undefined) throw new Error('Bundle could not be downloaded.');
      verified(found.bytes, signature);
      const files = JSON.parse(found.bytes) as Record<string, string>;
      if (!('index.html' in files)) throw new Error('The bundle does not contain an index.html file.');
      disk.bundles.set(bundleId, files);
      disk.downloads.pop();
    },
    deleteBundle: async ({ bundleId }: { bundleId: string }) => {
      if (!disk.bundles.delete(bundleId)) throw new Error('bundle not found.');
      if (disk.next === bundleId) disk.next = null;
    },
    getBlockedBundles: async () => ({ bundleIds: [] as string[] }),
    getDownloadedBundles: async () => ({ bundleIds: [...disk.bundles.keys()] }),
    getCurrentBundle: async () => ({ bundleId: current }),
    getNextBundle: async () => ({ bundleId: disk.next }),
    setNextBundle: async ({ bundleId = null }: { bundleId?: string | null }) => {
      if (bundleId !== null && !disk.bundles.has(bundleId)) throw new Error('bundle not found.');
      disk.next = bundleId;
    },
    ready: async () => {
      for (const id of disk.bundles.keys()) if (id !== current && id !== disk.next) disk.bundles.delete(id);
      const answer = { currentBundleId: current, previousBundleId: disk.previous, rollback: rolledBack };
      disk.previous = current;
      rolledBack = false;
      return answer;
    },
    reload: async () => {
      current = disk.next;
    },
  };
  return {
    methods,
    disk,
    /** The requested bundles in order. */
    downloaded,
    /** Starts a process without the state of the previous one. A new shell starts with its own code. */
    start: (shell = disk.build) => {
      if (shell !== disk.build) disk.next = null;
      disk.build = shell;
      disk.downloads = [];
      rolledBack = false;
      current = disk.next !== null && disk.bundles.has(disk.next) ? disk.next : null;
    },
    /** The rollback timer fires, because the code has not confirmed its start. */
    rollBack: () => {
      rolledBack = true;
      disk.previous = current;
      if (current === null) return;
      disk.next = null;
      current = null;
    },
    current: () => current,
    filesOf: (id: string) => disk.bundles.get(id),
  };
}

export const sha256Of = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
