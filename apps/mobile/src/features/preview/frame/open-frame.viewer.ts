import { watchCompiler } from '../../../platform/web-assembly.rules.ts';
import { ViewerError, type ViewerProblem, type ViewerStage } from '../viewer.types.ts';
import { type Call, CallError, connect, unheard } from './calls.adapter.ts';
import type { FrameAnswers, FrameFamily, FrameView, PageAnswers } from './frame.types.ts';
import { loadFrame, makeFrame, openingOf } from './frame-page.viewer.ts';
import { createOwnTime, type OwnTime } from './own-time.rules.ts';
import { answersOf } from './page-answers.viewer.ts';

/** A parser that has shown nothing by then is stuck on the file. */
const patience = 10_000;

/** So much more than before is progress. */
const leastStep = 0.005;

const problems: readonly ViewerProblem[] = [
  'unreadable',
  'password',
  'tooLarge',
  'tooSlow',
  'imageFailed',
  'pictureUnsupported',
];

function errorOf(failure: unknown): unknown {
  if (!(failure instanceof CallError)) return failure;
  return new ViewerError(problems.find((problem) => problem === failure.code) ?? 'unreadable');
}

export type FrameDocument = {
  readonly family: FrameFamily;
  /** What it is within its family. */
  readonly kind: string;
  readonly stage: ViewerStage;
  readonly onFound?: PageAnswers['onFound'];
  /** Of frames that nobody looks at. */
  readonly isHidden?: boolean;
};

export type OpenedFrame = {
  /** What can be asked of the document. */
  readonly can: readonly (keyof FrameView)[];
  readonly call: Call<FrameAnswers>;
  /** Waits for something that the frame does, as long as it may take of its own time; one at a time. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
};

/**
 * Runs a parser in a viewer frame: an opaque origin without network, storage, token or key, which asks for bytes
 * over one port.
 */
export async function openFrame(asked: FrameDocument): Promise<OpenedFrame> {
  const { family, kind, stage, onFound = () => undefined, isHidden = false } = asked;
  const { container, label, onFailure, signal } = stage;
  const frame = makeFrame(family, label);
  // Neither seen nor reached by the keyboard, but it goes on.
  if (isHidden) Object.assign(frame.style, { position: 'absolute', visibility: 'hidden' });
  const { port1: port, port2: itsPort } = new MessageChannel();
  const showing = new AbortController();
  let fail = onFailure;
  let ownTime: OwnTime | undefined;
  let furthest = 0;
  const startTime = (onEnd: (error: unknown) => void) => {
    ownTime?.end();
    ownTime = createOwnTime(patience, () => onEnd(new ViewerError('tooSlow')));
  };
  const call: Call<FrameAnswers> = connect(
    port,
    answersOf({
      stage: {
        ...stage,
        onProgress(share) {
          // What gets on is not stuck.
          if (isHidden && ownTime && share > furthest + leastStep) {
            furthest = share;
            startTime((error) => fail(error));
          }
          stage.onProgress(share);
        },
      },
      signal: showing.signal,
      onFailure: (error) => fail(error),
      waitFor: (outside) => ownTime?.waitFor(outside) ?? outside,
      onFound,
      onKey: (pressed) => frame.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
      readPart: (...part) => call('readPart', ...part),
      closePart: (id) => unheard(call('closePart', id)),
    }),
    showing.signal,
  );
  container.append(frame);
  const close = () => {
    ownTime?.end();
    showing.abort();
    port.close();
    frame.remove();
  };
  const guard: OpenedFrame['guard'] = (work) =>
    new Promise((resolve, reject) => {
      fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      furthest = 0;
      startTime(reject);
      // That decoder is compiled for each picture. A busy compiler is not the document's fault.
      const endWatch =
        family === 'heic' ? watchCompiler((idle) => ownTime?.waitFor(idle) ?? idle) : () => undefined;
      const end = () => {
        endWatch();
        ownTime?.end();
        ownTime = undefined;
        fail = onFailure;
      };
      work()
        .finally(end)
        .then(resolve, (failure: unknown) => reject(errorOf(failure)));
    });
  try {
    await loadFrame(frame, signal);
    const can = await guard(() => {
      const opened = call('open', openingOf(kind, stage));
      // Its origin is opaque, so no name can stand here; what it gets is this document alone.
      frame.contentWindow?.postMessage(null, '*', [itsPort]);
      return opened;
    });
    return { can, call, guard, close };
  } catch (error) {
    close();
    throw error;
  }
}
