import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import type { FrameAnswers, PageAnswers } from './frame.types.ts';
import { isForPage, type PressedKey } from './frame-keys.rules.ts';

/** The frame may ask for what it likes; it gets no more at once. */
const mostAtOnce = 4 * 1024 * 1024;
const longestName = 255;

export type PageSide = {
  readonly stage: ViewerStage;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly waitFor: <T>(outside: Promise<T>) => Promise<T>;
  readonly onFound: PageAnswers['onFound'];
  readonly onKey: (pressed: PressedKey) => void;
  readonly readPart: (...part: Parameters<FrameAnswers['readPart']>) => Promise<Uint8Array>;
};

/** What the page answers to what a frame asks. */
export function answersOf(side: PageSide): PageAnswers {
  const { stage, signal, onFailure, waitFor, onFound, onKey, readPart } = side;
  return {
    async read(offset, length) {
      try {
        return await waitFor(stage.content.read(offset, Math.min(length, mostAtOnce), signal));
      } catch (error) {
        // First the cause; what the frame makes of it comes too late to matter.
        if (!signal.aborted) onFailure(error);
        throw error;
      }
    },
    onPage: stage.onPage,
    onProgress: stage.onProgress,
    onFound,
    onKey(pressed) {
      // A frame that has fallen into other hands presses none but these.
      if (isForPage(pressed)) onKey(pressed);
    },
    askPassword: (wrong) => waitFor(stage.askPassword(wrong)),
    openPart(id, name, size) {
      // The frame reads its own document by as much at once.
      const read = async (offset: number, length: number) => {
        const whole = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        for (let at = 0; at < whole.length; at += mostAtOnce) {
          const wanted = Math.min(mostAtOnce, whole.length - at);
          const piece = await readPart(id, offset + at, wanted);
          if (piece.length !== wanted) throw new ViewerError('unreadable');
          whole.set(piece, at);
        }
        return whole;
      };
      stage.openPart({ name: name.slice(0, longestName), content: { size, read } });
    },
  };
}
