import type { FrameSource } from '../frame/frame.types.ts';
import { connectPort } from '../frame/port-calls.util.ts';
import { workerProblemOf } from '../viewer/worker-problem.rules.ts';
import type { PixelPictures } from './picture.types.ts';
import type { PictureHostApi, PictureWorkerApi } from './serve-pictures.util.ts';

export type WorkerPicturesOptions = {
  readonly source: FrameSource;
  readonly onProgress: (share: number) => void;
  /**
   * Terminates the worker after each picture, because its memory never shrinks; the next picture starts a new
   * one.
   */
  readonly shouldRestartPerPicture?: boolean;
};

/** Pictures that a worker decodes. */
export async function openWorkerPictures(
  start: () => Worker,
  { source, onProgress, shouldRestartPerPicture = false }: WorkerPicturesOptions,
): Promise<PixelPictures & { readonly terminate: () => void }> {
  let running: ReturnType<typeof run> | null = null;
  function run() {
    const worker = start();
    const { port1: port, port2: workerPort } = new MessageChannel();
    const handlers: PictureHostApi = { read: (offset, length) => source.read(offset, length), onProgress };
    const call = connectPort<PictureWorkerApi>(port, handlers);
    const broken = new Promise<never>((_, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(workerProblemOf(event));
      };
    });
    // The promise is raced by the current call; without one the rejection must not be reported as unhandled.
    broken.catch(() => undefined);
    worker.postMessage(source.size, [workerPort]);
    const terminate = () => {
      worker.terminate();
      port.close();
    };
    return { call, broken, terminate };
  }
  const terminate = () => {
    running?.terminate();
    running = null;
  };
  const callWorker = async <T>(work: (call: ReturnType<typeof run>['call']) => Promise<T>): Promise<T> => {
    running ??= run();
    const { call, broken } = running;
    try {
      return await Promise.race([work(call), broken]);
    } catch (error) {
      terminate();
      throw error;
    }
  };
  return {
    count: await callWorker((call) => call('count')),
    facts: (index) => callWorker((call) => call('facts', index)),
    async pixels(index, part) {
      const pixels = await callWorker((call) => call('pixels', index, part));
      if (shouldRestartPerPicture) terminate();
      return pixels as Uint8Array<ArrayBuffer>;
    },
    terminate,
  };
}
