import { type Call, CallError, connect } from '../frame/calls.adapter.ts';
import type { FrameAnswers } from '../frame/frame.types.ts';
import { loadFrame, makeFrame, openingOf } from '../frame/frame-page.viewer.ts';
import { createOwnTime, type OwnTime } from '../frame/own-time.rules.ts';
import { answersOf } from '../frame/page-answers.viewer.ts';
import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import type { FrameMedia } from './media.types.ts';

/** A parser that computes for so long is stuck on the file. */
const patience = 10_000;

export type MediaParser = Omit<FrameMedia, 'facts'> & {
  readonly facts: () => Promise<Awaited<ReturnType<FrameMedia['facts']>> | null>;
  readonly end: () => void;
};

function errorOf(failure: unknown): unknown {
  if (!(failure instanceof CallError)) return failure;
  return new ViewerError('unreadable', { cause: failure });
}

/** Applies a timeout to each operation of the parser; all timeouts pause while bytes are read. */
function ownTimes() {
  const running = new Set<OwnTime>();
  return {
    waitFor<T>(outside: Promise<T>): Promise<T> {
      for (const time of running) void time.waitFor(outside).catch(() => undefined);
      return outside;
    },
    within: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const time = createOwnTime(patience, () => reject(new ViewerError('tooSlow')));
        running.add(time);
        work
          .then(resolve, (failure: unknown) => reject(errorOf(failure)))
          .finally(() => {
            time.end();
            running.delete(time);
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
  const frame = makeFrame('media', label);
  frame.style.display = 'none';
  const { port1: port, port2: itsPort } = new MessageChannel();
  const parsing = new AbortController();
  const { signal } = parsing;
  const times = ownTimes();
  const call: Call<FrameAnswers> = connect(
    port,
    answersOf({
      stage: { ...stage, onPage: () => undefined, onProgress: () => undefined, openPart: () => undefined },
      signal,
      onFailure,
      waitFor: (outside) => times.waitFor(outside),
      onFound: () => undefined,
      onKey: () => undefined,
      readPart: (...part) => call('readPart', ...part),
      closePart: () => undefined,
    }),
    signal,
  );
  const end = () => {
    parsing.abort();
    port.close();
    frame.remove();
  };
  const endWith = () => end();
  stage.signal.addEventListener('abort', endWith, { once: true });
  // The frame is a hidden sibling of the player.
  container.append(frame);
  try {
    await loadFrame(frame, stage.signal);
    frame.contentWindow?.postMessage(null, '*', [itsPort]);
    await times.within(call('open', openingOf('media', stage)));
  } catch (error) {
    end();
    throw error;
  }
  return {
    facts: () => times.within(call('mediaFacts')),
    plan: () => times.within(call('mediaPlan')),
    start: (seconds) => times.within(call('mediaStart', seconds)),
    next: () => times.within(call('mediaNext')),
    end() {
      stage.signal.removeEventListener('abort', endWith);
      end();
    },
  };
}
