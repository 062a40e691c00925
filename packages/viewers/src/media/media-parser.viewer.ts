import type { FrameApi } from '../frame/frame.types.ts';
import { createFrame, frameOptionsOf, loadFrame } from '../frame/frame-page.viewer.ts';
import { createPageApi } from '../frame/page-api.viewer.ts';
import { createPausableTimeout, type PausableTimeout } from '../frame/pausable-timeout.util.ts';
import { type Call, CallError, connectPort } from '../frame/port-calls.util.ts';
import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import type { FrameMedia } from './media.types.ts';

/** A parser that computes for so long is stuck on the file. */
const parserTimeoutMs = 10_000;

export type MediaParser = Omit<FrameMedia, 'facts'> & {
  readonly facts: () => Promise<Awaited<ReturnType<FrameMedia['facts']>> | null>;
  readonly end: () => void;
};

function errorOf(failure: unknown): unknown {
  if (!(failure instanceof CallError)) return failure;
  return new ViewerError('unreadable', { cause: failure });
}

/** Applies a timeout to each operation of the parser; all timeouts pause while bytes are read. */
function createParserTimeouts() {
  const running = new Set<PausableTimeout>();
  return {
    pauseDuring<T>(outside: Promise<T>): Promise<T> {
      for (const timeout of running) void timeout.pauseDuring(outside).catch(() => undefined);
      return outside;
    },
    runWithTimeout: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const timeout = createPausableTimeout(parserTimeoutMs, () => reject(new ViewerError('tooSlow')));
        running.add(timeout);
        work
          .then(resolve, (failure: unknown) => reject(errorOf(failure)))
          .finally(() => {
            timeout.clear();
            running.delete(timeout);
          });
      }),
  };
}

/**
 * Parses a film in a frame with an opaque origin, without network or storage, that sees only the bytes of the
 * film. Its output goes to the browser's player and into texts.
 */
export async function openParser(
  stage: ViewerStage,
  onFailure: (error: unknown) => void,
): Promise<MediaParser> {
  const { container, label } = stage;
  const frame = createFrame('media', label);
  frame.style.display = 'none';
  const { port1: port, port2: framePort } = new MessageChannel();
  const aborter = new AbortController();
  const { signal } = aborter;
  const timeouts = createParserTimeouts();
  const call: Call<FrameApi> = connectPort(
    port,
    createPageApi({
      stage: { ...stage, onPage: () => undefined, onProgress: () => undefined, openPart: () => undefined },
      signal,
      onFailure,
      pauseDuring: (outside) => timeouts.pauseDuring(outside),
      onFound: () => undefined,
      onKey: () => undefined,
      readPart: (...part) => call('readPart', ...part),
      closePart: () => undefined,
    }),
    signal,
  );
  const end = () => {
    aborter.abort();
    port.close();
    frame.remove();
  };
  const onAbort = () => end();
  stage.signal.addEventListener('abort', onAbort, { once: true });
  // The frame is a hidden sibling of the player.
  container.append(frame);
  try {
    await loadFrame(frame, stage.signal);
    frame.contentWindow?.postMessage(null, '*', [framePort]);
    await timeouts.runWithTimeout(call('open', frameOptionsOf('media', stage)));
  } catch (error) {
    end();
    throw error;
  }
  return {
    facts: () => timeouts.runWithTimeout(call('mediaFacts')),
    plan: () => timeouts.runWithTimeout(call('mediaPlan')),
    start: (seconds) => timeouts.runWithTimeout(call('mediaStart', seconds)),
    next: () => timeouts.runWithTimeout(call('mediaNext')),
    end() {
      stage.signal.removeEventListener('abort', onAbort);
      end();
    },
  };
}
