import type { ReadEngine } from '../exact/engine.types.ts';
import { type DocumentPart, ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import type { FrameApi, PageApi } from './frame.types.ts';
import { isForPage, type PressedKey } from './frame-keys.rules.ts';
import { isCount, isPosition, parsePressedKey, parseSearchProgress } from './frame-messages.rules.ts';
import { CallError } from './port-calls.util.ts';

/**
 * Creates a function that limits the concurrency of operations. Others wait in a queue; when the queue is
 * full they are rejected.
 */
function createConcurrencyLimit({
  maxRunning,
  maxQueued,
}: {
  readonly maxRunning: number;
  readonly maxQueued: number;
}) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.length >= maxQueued) throw new Error('concurrency queue is full');
    if (running >= maxRunning) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next operation, so that no newer one overtakes it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Limit of one read, whatever length the frame requests. */
const maxReadBytes = 4 * 1024 * 1024;
const readConcurrency = { maxRunning: 8, maxQueued: 4096 } as const;
const maxNameLength = 255;
/** Like the limit for PDF. */
const maxPasswordAttempts = 3;
const maxPageCount = 10_000_000;

export type PageApiOptions = {
  readonly stage: ViewerStage;
  /** Reads the engine of exact pages; null for all other frames. */
  readonly readEngine?: ReadEngine | null;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly pauseDuring: <T>(outside: Promise<T>) => Promise<T>;
  readonly onFound: PageApi['onFound'];
  readonly onKey: (pressed: PressedKey) => void;
  readonly readPart: (...part: Parameters<FrameApi['readPart']>) => Promise<Uint8Array>;
  readonly closePart: (id: number) => void;
  /** Whether the user is interacting now; the browser reports activation inside frames too. */
  readonly hasUserActivation?: () => boolean;
};

const hasUserActivationNow = () =>
  navigator.userActivation?.isActive ?? document.activeElement?.nodeName === 'IFRAME';

/** Creates the methods that the page offers to a frame. */
export function createPageApi(options: PageApiOptions): PageApi {
  const {
    stage,
    readEngine = null,
    signal,
    onFailure,
    pauseDuring,
    onFound,
    onKey,
    hasUserActivation = hasUserActivationNow,
  } = options;
  const limitReads = createConcurrencyLimit(readConcurrency);
  const { size } = stage.content;
  let canOpenPart = false;
  let canPrompt = true;
  return {
    async read(offset, length) {
      // A mistake of the parser or of the frame, not of the document.
      if (!isCount(offset) || !isCount(length) || offset > size) throw new CallError('outOfRange');
      const readBytes = Math.min(length, maxReadBytes, size - offset);
      return limitReads(async () => {
        try {
          return await pauseDuring(stage.content.read(offset, readBytes, signal));
        } catch (error) {
          // The cause is reported first; an error that the frame derives from it comes too late to matter.
          if (!signal.aborted) onFailure(error);
          throw error;
        }
      });
    },
    async readEngine(file, index) {
      if (readEngine === null || !isCount(index)) throw new CallError('outOfRange');
      return pauseDuring(readEngine(file, index));
    },
    onPage(page, pageCount) {
      if (isPosition(page) && isCount(pageCount) && pageCount <= maxPageCount) stage.onPage(page, pageCount);
    },
    onProgress(share) {
      if (isPosition(share)) stage.onProgress(Math.min(1, share));
    },
    onFound(search, untrusted) {
      const found = parseSearchProgress(untrusted);
      if (found) onFound(search, found);
    },
    onKey(untrusted) {
      const pressed = parsePressedKey(untrusted);
      // A compromised frame can send only these keys.
      if (pressed && isForPage(pressed)) onKey(pressed);
    },
    onPress() {
      if (!hasUserActivation()) return;
      canOpenPart = true;
      canPrompt = true;
    },
    openPart(id, name, partSize) {
      // Each press allows one part: a frame cannot open parts without the user, however often it tries.
      if (!canOpenPart || !isCount(id) || !isCount(partSize) || typeof name !== 'string') return;
      canOpenPart = false;
      stage.openPart(createPart(options, { id, name: name.slice(0, maxNameLength), size: partSize }));
    },
    async requestPassword(failedAttempts) {
      // One prompt at a time. After a cancelled prompt the frame has to wait for a press.
      if (!canPrompt || !isCount(failedAttempts) || failedAttempts >= maxPasswordAttempts) return null;
      canPrompt = false;
      const password = await pauseDuring(stage.requestPassword(failedAttempts));
      canPrompt = password !== null;
      return password;
    },
  };
}

type PartDescription = { readonly id: number; readonly name: string; readonly size: number };

function createPart(
  { readPart, closePart }: PageApiOptions,
  { id, name, size }: PartDescription,
): DocumentPart {
  // Parts are read in chunks of the same limit.
  const read = async (offset: number, length: number) => {
    const result = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    for (let at = 0; at < result.length; at += maxReadBytes) {
      const readBytes = Math.min(maxReadBytes, result.length - at);
      const chunk: unknown = await readPart(id, offset + at, readBytes);
      if (!(chunk instanceof Uint8Array) || chunk.length !== readBytes) throw new ViewerError('unreadable');
      result.set(chunk, at);
    }
    return result;
  };
  return { name, content: { size, read }, close: () => closePart(id) };
}
