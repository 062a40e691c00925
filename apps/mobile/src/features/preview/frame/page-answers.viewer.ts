import { type DocumentPart, ViewerError, type ViewerStage } from '../viewer.types.ts';
import { CallError } from './calls.adapter.ts';
import type { FrameAnswers, PageAnswers } from './frame.types.ts';
import { isForPage, type PressedKey } from './frame-keys.rules.ts';
import { foundFrom, isCount, isPlace, keyFrom } from './handed.rules.ts';
import { createTurns } from './turns.rules.ts';

/** Limit of one read, whatever length the frame requests. */
const mostAtOnce = 4 * 1024 * 1024;
const turns = { most: 8, mostWaiting: 4096 } as const;
const longestName = 255;
const mostPages = 10_000_000;

export type PageSide = {
  readonly stage: ViewerStage;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly waitFor: <T>(outside: Promise<T>) => Promise<T>;
  readonly onFound: PageAnswers['onFound'];
  readonly onKey: (pressed: PressedKey) => void;
  readonly readPart: (...part: Parameters<FrameAnswers['readPart']>) => Promise<Uint8Array>;
  readonly closePart: (id: number) => void;
  /** Whether the user is interacting now; the browser reports activation inside frames too. */
  readonly isPressed?: () => boolean;
};

const isPressedNow = () =>
  navigator.userActivation?.isActive ?? document.activeElement?.nodeName === 'IFRAME';

/** Creates the methods that the page offers to a frame. */
export function answersOf(side: PageSide): PageAnswers {
  const { stage, signal, onFailure, waitFor, onFound, onKey, isPressed = isPressedNow } = side;
  const takeTurn = createTurns(turns);
  const { size } = stage.content;
  let mayOpen = false;
  return {
    async read(offset, length) {
      // A mistake of the parser or of the frame, not of the document.
      if (!isCount(offset) || !isCount(length) || offset > size) throw new CallError('outOfRange');
      const wanted = Math.min(length, mostAtOnce, size - offset);
      return takeTurn(async () => {
        try {
          return await waitFor(stage.content.read(offset, wanted, signal));
        } catch (error) {
          // The cause is reported first; an error that the frame derives from it comes too late to matter.
          if (!signal.aborted) onFailure(error);
          throw error;
        }
      });
    },
    onPage(page, pages) {
      if (isPlace(page) && isCount(pages) && pages <= mostPages) stage.onPage(page, pages);
    },
    onProgress(share) {
      if (isPlace(share)) stage.onProgress(Math.min(1, share));
    },
    onFound(search, handed) {
      const found = foundFrom(handed);
      if (found) onFound(search, found);
    },
    onKey(handed) {
      const pressed = keyFrom(handed);
      // A compromised frame can send only these keys.
      if (pressed && isForPage(pressed)) onKey(pressed);
    },
    onPress() {
      if (isPressed()) mayOpen = true;
    },
    openPart(id, name, partSize) {
      // Each press allows one part: a frame cannot open parts without the user, however often it tries.
      if (!mayOpen || !isCount(id) || !isCount(partSize) || typeof name !== 'string') return;
      mayOpen = false;
      stage.openPart(partOf(side, { id, name: name.slice(0, longestName), size: partSize }));
    },
  };
}

type AskedPart = { readonly id: number; readonly name: string; readonly size: number };

function partOf({ readPart, closePart }: PageSide, { id, name, size }: AskedPart): DocumentPart {
  // Parts are read in chunks of the same limit.
  const read = async (offset: number, length: number) => {
    const whole = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    for (let at = 0; at < whole.length; at += mostAtOnce) {
      const wanted = Math.min(mostAtOnce, whole.length - at);
      const piece: unknown = await readPart(id, offset + at, wanted);
      if (!(piece instanceof Uint8Array) || piece.length !== wanted) throw new ViewerError('unreadable');
      whole.set(piece, at);
    }
    return whole;
  };
  return { name, content: { size, read }, close: () => closePart(id) };
}
