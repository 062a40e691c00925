import type { ShowFrame } from '../frame/frame.types.ts';
import { workerPictures } from '../image/picture-worker.adapter.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import HeicWorker from './heic.worker.ts?worker&inline';

/** Reads pictures of phones where the browser does not; WebAssembly's memory never shrinks, so it goes with each. */
export const show: ShowFrame = async (_, source, { onProgress }) => ({
  pictures: await workerPictures(() => new HeicWorker(), { source, onProgress, isHeavy: true }),
});
