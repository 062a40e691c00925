import { watchCompiler } from '../../../platform/web-assembly.rules.ts';
import { ViewerError, type ViewerProblem, type ViewerStage } from '../viewer.types.ts';
import { type Call, CallError, connect, unheard } from './calls.adapter.ts';
import type { FrameAnswers, FrameFamily, FrameView, PageAnswers } from './frame.types.ts';
import { loadFrame, makeFrame, openingOf } from './frame-page.viewer.ts';
import { createOwnTime, type OwnTime } from './own-time.rules.ts';
import { answersOf } from './page-answers.viewer.ts';

/** A parser that shows nothing by then is stuck on the file. */
const patience = 10_000;

/** Smaller increases do not count as progress. */
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
  /** The format within the family. */
  readonly kind: string;
  readonly stage: ViewerStage;
  readonly onFound?: PageAnswers['onFound'];
  /** The frame is not visible. */
  readonly isHidden?: boolean;
};

export type OpenedFrame = {
  /** The features that the document supports. */
  readonly can: readonly (keyof FrameView)[];
  readonly call: Call<FrameAnswers>;
  /** Runs one operation of the frame under the timeout; one at a time. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
};

/**
 * Runs a parser in a viewer frame: an opaque origin without network, storage, token or key, which requests
 * bytes over one port.
 */
export async function openFrame(asked: FrameDocument): Promise<OpenedFrame> {
  const { family, kind, stage, onFound = () => undefined, isHidden = false } = asked;
  const { container, label, onFailure, signal } = stage;
  const frame = makeFrame(family, label);
  // Invisible and outside of the tab order, but still rendered, so that browsers do not throttle it.
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
          // A parser that makes progress is not stuck.
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
      // The HEIC decoder compiles WebAssembly for each picture. A busy compiler does not count as the
      // document's time.
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
      // An opaque origin has no name, so the target must be `*`; the frame receives nothing but this
      // document.
      frame.contentWindow?.postMessage(null, '*', [itsPort]);
      return opened;
    });
    return { can, call, guard, close };
  } catch (error) {
    close();
    throw error;
  }
}
