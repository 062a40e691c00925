import type { FrameFamily } from '../frame/frame.types.ts';
import { openFrame } from '../frame/open-frame.viewer.ts';
import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import type { Pictures } from './picture.types.ts';
import { paintedPictures } from './pixel-pictures.viewer.ts';

/** Pictures that a frame decodes into pixels and this page draws. */
export async function openFramed(
  { family, kind }: { readonly family: FrameFamily; readonly kind: string },
  stage: ViewerStage,
): Promise<Pictures> {
  const { call, guard, close } = await openFrame({ family, kind, stage, isHidden: true });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const asked = last.then(() => guard(work));
    last = asked.catch((error: unknown) => {
      // A frame that is stuck on a picture would stay stuck.
      if (error instanceof ViewerError && error.code === 'tooSlow') close();
    });
    return asked;
  };
  try {
    const count = await inTurn(() => call('countPictures'));
    return paintedPictures(
      {
        count,
        facts: (index) => inTurn(() => call('pictureFacts', index)),
        pixels: async (index, part) =>
          (await inTurn(() => call('picturePixels', index, part))) as Uint8Array<ArrayBuffer>,
      },
      close,
    );
  } catch (error) {
    close();
    throw error;
  }
}
