import { callWorker } from '../frame/call-worker.util.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import MetafileWorker from './metafile.worker.ts?worker&inline';

/** The time for all pictures of a document. Those that are not converted by then are left out. */
const totalTimeMs = 3_000;
/** Larger pictures are left out. */
const maxBytes = 16 * 1024 * 1024;
const maxSvgLength = 4 * 1024 * 1024;

export type MetafileReader = {
  /** A picture in EMF or WMF as SVG; null where it cannot be drawn. */
  toSvg(bytes: Uint8Array): Promise<string | null>;
  close(): void;
};

/** Converts pictures in a worker, which is ended when it takes too long. */
export function createMetafileReader(): MetafileReader {
  let worker: Worker | null = null;
  let remainingMs = totalTimeMs;
  const close = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    close,
    async toSvg(bytes) {
      if (remainingMs <= 0 || bytes.length > maxBytes) return null;
      if (!worker) {
        worker = new MetafileWorker();
        // The worker’s own start takes no time from the pictures.
        await callWorker<null>(worker, new ArrayBuffer(0)).catch(() => null);
      }
      const copy = Uint8Array.from(bytes).buffer;
      const start = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expired = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), remainingMs);
      });
      const converted = callWorker<string | null>(worker, copy, { transfer: [copy] }).catch(() => null);
      const svg = await Promise.race([converted, expired]);
      clearTimeout(timer);
      remainingMs -= performance.now() - start;
      if (svg === null) close();
      return svg !== null && svg.length <= maxSvgLength ? svg : null;
    },
  };
}

/** Whether a part of a package is a picture of Windows’ drawing commands. */
export const isMetafilePath = (path: string): boolean => /\.[ew]mf$/i.test(path);
