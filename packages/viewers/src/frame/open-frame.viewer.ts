import type { ReadEngine } from '../exact/engine.types.ts';
import { ViewerError, type ViewerProblem, type ViewerStage } from '../viewer/viewer.types.ts';
import { watchCompiler } from '../viewer/web-assembly.util.ts';
import type { FrameApi, FrameFamily, FrameView, PageApi } from './frame.types.ts';
import { createFrame, frameOptionsOf, loadFrame } from './frame-page.viewer.ts';
import { createPageApi } from './page-api.viewer.ts';
import { createPausableTimeout, type PausableTimeout } from './pausable-timeout.util.ts';
import { type Call, CallError, connectPort, fireAndForget } from './port-calls.util.ts';

/** A parser that shows nothing by then is stuck on the file. */
const frameTimeoutMs = 10_000;

/** Smaller increases do not count as progress. */
const minProgressStep = 0.005;

const problems: readonly ViewerProblem[] = [
  'unreadable',
  'viewerNotLoaded',
  'password',
  'encryptionUnsupported',
  'tooLarge',
  'tooSlow',
  'imageFailed',
  'pictureUnsupported',
];

function errorOf(failure: unknown): unknown {
  if (!(failure instanceof CallError)) return failure;
  return new ViewerError(problems.find((problem) => problem === failure.code) ?? 'unreadable');
}

export type OpenFrameOptions = {
  readonly family: FrameFamily;
  /** The format within the family. */
  readonly kind: string;
  /** The name of the document, only for a parser that shows it. */
  readonly name?: string;
  readonly stage: ViewerStage;
  readonly onFound?: PageApi['onFound'];
  /** Reads the engine of exact pages. */
  readonly readEngine?: ReadEngine;
  /** The time without progress after which the parser counts as stuck. */
  readonly timeoutMs?: number;
  /** The frame is not visible. */
  readonly isHidden?: boolean;
};

export type OpenFrame = {
  /** The features that the document supports. */
  readonly features: readonly (keyof FrameView)[];
  readonly call: Call<FrameApi>;
  /** Runs one operation of the frame under the timeout; one at a time. */
  readonly runWithTimeout: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
};

/**
 * Runs a parser in a viewer frame: an opaque origin without network, storage, token or key, which requests
 * bytes over one port.
 */
export async function openFrame(options: OpenFrameOptions): Promise<OpenFrame> {
  const { family, kind, stage, onFound = () => undefined, isHidden = false } = options;
  const { readEngine = null, timeoutMs = frameTimeoutMs, name } = options;
  const { container, label, onFailure, signal } = stage;
  const frame = createFrame(family, label);
  // Invisible and outside of the tab order, but still rendered, so that browsers do not throttle it.
  if (isHidden) Object.assign(frame.style, { position: 'absolute', visibility: 'hidden' });
  const { port1: port, port2: framePort } = new MessageChannel();
  const aborter = new AbortController();
  let fail = onFailure;
  let timeout: PausableTimeout | undefined;
  let maxShare = 0;
  const startTimeout = (onEnd: (error: unknown) => void) => {
    timeout?.clear();
    timeout = createPausableTimeout(timeoutMs, () => onEnd(new ViewerError('tooSlow')));
  };
  const call: Call<FrameApi> = connectPort(
    port,
    createPageApi({
      stage: {
        ...stage,
        onProgress(share) {
          // A parser that makes progress is not stuck.
          if (isHidden && timeout && share > maxShare + minProgressStep) {
            maxShare = share;
            startTimeout((error) => fail(error));
          }
          stage.onProgress(share);
        },
      },
      readEngine,
      signal: aborter.signal,
      onFailure: (error) => fail(error),
      pauseDuring: (outside) => timeout?.pauseDuring(outside) ?? outside,
      onFound,
      onKey: (pressed) => frame.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
      readPart: (...part) => call('readPart', ...part),
      closePart: (id) => fireAndForget(call('closePart', id)),
    }),
    aborter.signal,
  );
  container.append(frame);
  const close = () => {
    timeout?.clear();
    aborter.abort();
    port.close();
    frame.remove();
  };
  const runWithTimeout: OpenFrame['runWithTimeout'] = (work) =>
    new Promise((resolve, reject) => {
      fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      maxShare = 0;
      startTimeout(reject);
      // The HEIC decoder compiles WebAssembly for each picture. A busy compiler does not count as the
      // document's time.
      const stopCompilerWatch =
        family === 'heic' || family === 'exact'
          ? watchCompiler((idle) => timeout?.pauseDuring(idle) ?? idle)
          : () => undefined;
      const end = () => {
        stopCompilerWatch();
        timeout?.clear();
        timeout = undefined;
        fail = onFailure;
      };
      work()
        .finally(end)
        .then(resolve, (failure: unknown) => reject(errorOf(failure)));
    });
  try {
    await loadFrame(frame, signal);
    const features = await runWithTimeout(() => {
      const opened = call('open', frameOptionsOf(kind, stage, name));
      // An opaque origin has no name, so the target must be `*`; the frame receives nothing but this
      // document.
      frame.contentWindow?.postMessage(null, '*', [framePort]);
      return opened;
    });
    return { features, call, runWithTimeout, close };
  } catch (error) {
    close();
    throw error;
  }
}
