import type { FrameSource } from '../frame/frame.types.ts';
import { connectPort } from '../frame/port-calls.util.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';

/** The methods that the page or frame offers to a picture worker. */
export type PictureHostApi = {
  read(offset: number, length: number): Promise<Uint8Array>;
  onProgress(share: number): void;
};

/** The methods that a picture worker offers. */
export type PictureWorkerApi = {
  count(): Promise<number>;
  facts(index: number): ReturnType<PixelPictures['facts']>;
  pixels(index: number, part: PicturePart): Promise<Uint8Array>;
};

/**
 * The worker's side: waits for the one message with the size of the document and a port, and serves calls on
 * that port.
 */
export function servePictures(
  open: (source: FrameSource, onProgress: (share: number) => void) => Promise<PixelPictures>,
): void {
  addEventListener(
    'message',
    ({ data: size, ports: [port] }: MessageEvent<number>) => {
      if (!port) return;
      let opened: Promise<PixelPictures> | undefined;
      const handlers: PictureWorkerApi = {
        count: async () => (await pictures()).count,
        facts: async (index) => (await pictures()).facts(index),
        pixels: async (index, part) => (await pictures()).pixels(index, part),
      };
      const call = connectPort<PictureHostApi>(port, handlers);
      const read: FrameSource['read'] = async (offset, length) =>
        (await call('read', offset, length)) as Uint8Array<ArrayBuffer>;
      const pictures = () => {
        opened ??= open({ size, read }, (share) => void call('onProgress', share));
        return opened;
      };
    },
    { once: true },
  );
}
