import type { ShowFrame } from '../frame/frame.types.ts';
import { openWorkerPictures } from '../image/picture-worker.util.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import HeicWorker from './heic.worker.ts?worker&inline';

/**
 * Decodes pictures of phones where the browser cannot. WebAssembly memory never shrinks, so each picture has
 * its own worker.
 */
export const show: ShowFrame = async (_, source, { onProgress }) => ({
  pictures: await openWorkerPictures(() => new HeicWorker(), {
    source,
    onProgress,
    shouldRestartPerPicture: true,
  }),
});
