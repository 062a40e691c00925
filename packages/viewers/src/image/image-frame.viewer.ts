import type { ShowFrame } from '../frame/frame.types.ts';
import { openWorkerPictures } from './picture-worker.util.ts';
import { openSvg } from './svg-picture.util.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import TiffWorker from './tiff.worker.ts?worker&inline';

/** Decodes pictures that browsers cannot decode, or only on the main thread. The page draws them. */
export const show: ShowFrame = async (_, source, options) => {
  if (options.kind === 'svg') return { pictures: await openSvg(source, options) };
  const { onProgress } = options;
  return { pictures: await openWorkerPictures(() => new TiffWorker(), { source, onProgress }) };
};
