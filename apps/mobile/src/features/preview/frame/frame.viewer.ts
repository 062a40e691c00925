import { type Viewer, ViewerError, type ViewerProblem } from '../viewer.types.ts';
import { keepWatermark } from '../watermark-overlay.viewer.ts';
import { type Call, CallError, connect, unheard } from './calls.adapter.ts';
import type { FrameAnswers, FrameFamily, FrameView } from './frame.types.ts';
import { loadFrame, makeFrame, openingOf } from './frame-page.viewer.ts';
import { frameTools } from './frame-tools.viewer.ts';
import { createOwnTime, type OwnTime } from './own-time.rules.ts';
import { answersOf } from './page-answers.viewer.ts';

/** A parser that has shown nothing by then is stuck on the file. */
const patience = 10_000;

const problems: readonly ViewerProblem[] = ['unreadable', 'password', 'tooLarge', 'tooSlow'];

function errorOf(failure: unknown): unknown {
  if (!(failure instanceof CallError)) return failure;
  return new ViewerError(problems.find((problem) => problem === failure.code) ?? 'unreadable');
}

/**
 * Runs a parser in a viewer frame: an opaque origin without network, storage, token or key, which asks for bytes
 * over one port. The watermark lies over it in our own page, where nothing in the frame can reach it.
 */
export const frameViewer =
  (family: FrameFamily, kind: string): Viewer =>
  async (stage) => {
    const { container, watermark, label, onFailure, signal } = stage;
    const frame = makeFrame(family, label);
    const { port1: port, port2: itsPort } = new MessageChannel();
    const showing = new AbortController();
    const tools = frameTools();
    let fail = onFailure;
    let ownTime: OwnTime | undefined;
    const call: Call<FrameAnswers> = connect(
      port,
      answersOf({
        stage,
        signal: showing.signal,
        onFailure: (error) => fail(error),
        waitFor: (outside) => ownTime?.waitFor(outside) ?? outside,
        onFound: tools.onFound,
        onKey: (pressed) => frame.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
        readPart: (...part) => call('readPart', ...part),
        closePart: (id) => unheard(call('closePart', id)),
      }),
      showing.signal,
    );
    container.append(frame);
    const endWatermark = keepWatermark(container, watermark);
    const close = () => {
      ownTime?.end();
      endWatermark();
      showing.abort();
      port.close();
      frame.remove();
    };
    const open = async (): Promise<readonly (keyof FrameView)[]> => {
      await loadFrame(frame, signal);
      return new Promise((resolve, reject) => {
        fail = reject;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        ownTime = createOwnTime(patience, () => reject(new ViewerError('tooSlow')));
        call('open', openingOf(kind, stage)).then(resolve, (failure: unknown) => reject(errorOf(failure)));
        // Its origin is opaque, so no name can stand here; what it gets is this document alone.
        frame.contentWindow?.postMessage(null, '*', [itsPort]);
      });
    };
    try {
      const can = await open();
      fail = onFailure;
      ownTime?.end();
      return { ...tools.offer(can, call), close };
    } catch (error) {
      close();
      throw error;
    }
  };
