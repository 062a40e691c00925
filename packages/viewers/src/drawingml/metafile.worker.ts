import '../polyfills.ts';
import { convertMetafileToSvg } from 'emf-converter';
import type { WorkerReply } from '../frame/call-worker.util.ts';

/** Bounds for hostile pictures; real ones have far fewer records. */
const maxRecords = 100_000;
const maxSidePx = 4096;

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void convert(data).then((reply) => postMessage(reply));
});

async function convert(picture: ArrayBuffer): Promise<WorkerReply<string | null>> {
  if (picture.byteLength === 0) return { value: null };
  try {
    const value = await convertMetafileToSvg(picture, {
      maxRecords,
      maxCanvasDimension: maxSidePx,
      exactRasterOps: false,
      includeSize: false,
    });
    return { value };
  } catch {
    return { value: null };
  }
}
