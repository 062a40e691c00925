import type { FrameFamily } from '../frame/frame.types.ts';
import { openFrame } from '../frame/open-frame.viewer.ts';
import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import type { Pictures } from './picture.types.ts';
import { createPixelPictures } from './pixel-pictures.viewer.ts';

/** Pictures that a frame decodes into pixels and this page draws. */
export async function openFramedPictures(
  { family, kind }: { readonly family: FrameFamily; readonly kind: string },
  stage: ViewerStage,
): Promise<Pictures> {
  const { call, runWithTimeout, close } = await openFrame({ family, kind, stage, isHidden: true });
  let lastOperation: Promise<unknown> = Promise.resolve();
  const runSerially = <T>(work: () => Promise<T>): Promise<T> => {
    const operation = lastOperation.then(() => runWithTimeout(work));
    lastOperation = operation.catch((error: unknown) => {
      // A frame that is stuck on a picture would stay stuck.
      if (error instanceof ViewerError && error.code === 'tooSlow') close();
    });
    return operation;
  };
  try {
    const count = await runSerially(() => call('countPictures'));
    return createPixelPictures(
      {
        count,
        facts: (index) => runSerially(() => call('pictureFacts', index)),
        pixels: async (index, part) =>
          (await runSerially(() => call('picturePixels', index, part))) as Uint8Array<ArrayBuffer>,
      },
      close,
    );
  } catch (error) {
    close();
    throw error;
  }
}
