import { connect } from '../frame/calls.adapter.ts';
import type { FrameSource } from '../frame/frame.types.ts';
import { workerProblemOf } from '../worker-problem.rules.ts';
import type { PixelPictures } from './picture.types.ts';
import type { PictureAsker, PictureServer } from './serve-pictures.adapter.ts';

export type WorkerPicturesOptions = {
  readonly source: FrameSource;
  readonly onProgress: (share: number) => void;
  /**
   * Terminates the worker after each picture, because its memory never shrinks; the next picture starts a new
   * one.
   */
  readonly isHeavy?: boolean;
};

/** Pictures that a worker decodes. */
export async function workerPictures(
  start: () => Worker,
  { source, onProgress, isHeavy = false }: WorkerPicturesOptions,
): Promise<PixelPictures & { readonly end: () => void }> {
  let running: ReturnType<typeof run> | null = null;
  function run() {
    const worker = start();
    const { port1: port, port2: itsPort } = new MessageChannel();
    const answers: PictureAsker = { read: (offset, length) => source.read(offset, length), onProgress };
    const call = connect<PictureServer>(port, answers);
    const broken = new Promise<never>((_, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(workerProblemOf(event));
      };
    });
    // The promise is raced by the current call; without one the rejection must not be reported as unhandled.
    broken.catch(() => undefined);
    worker.postMessage(source.size, [itsPort]);
    const end = () => {
      worker.terminate();
      port.close();
    };
    return { call, broken, end };
  }
  const end = () => {
    running?.end();
    running = null;
  };
  const ask = async <T>(work: (call: ReturnType<typeof run>['call']) => Promise<T>): Promise<T> => {
    running ??= run();
    const { call, broken } = running;
    try {
      return await Promise.race([work(call), broken]);
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    count: await ask((call) => call('count')),
    facts: (index) => ask((call) => call('facts', index)),
    async pixels(index, part) {
      const pixels = await ask((call) => call('pixels', index, part));
      if (isHeavy) end();
      return pixels as Uint8Array<ArrayBuffer>;
    },
    end,
  };
}
