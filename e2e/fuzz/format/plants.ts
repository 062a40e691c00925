import { openDocument, TdfError } from '../../../packages/tdf/src/index.ts';
import { type Reader, theReader } from './judge.ts';

const { subtle } = crypto;

/** Faults that a reader might have; each must be found. */
const PLANTS: Readonly<Record<string, () => Reader>> = {
  'no-root-signature': () => {
    const verify = subtle.verify.bind(subtle);
    // Policies and assertions are texts; what the root signature is over is not.
    const isText = (data: BufferSource) =>
      new Uint8Array(data as ArrayBuffer).subarray(0, 2).join() === '101,121';
    Object.assign(subtle, {
      verify: async (...[algorithm, key, signature, data]: Parameters<typeof verify>) =>
        !isText(data) || verify(algorithm, key, signature, data),
    });
    return theReader;
  },
  'no-policy-binding': () => {
    const verify = subtle.verify.bind(subtle);
    const isPolicy = (data: BufferSource) => new TextDecoder('latin1').decode(data).startsWith('eyJ1dWlk');
    Object.assign(subtle, {
      verify: async (...[algorithm, key, signature, data]: Parameters<typeof verify>) =>
        isPolicy(data) || verify(algorithm, key, signature, data),
    });
    return theReader;
  },
  'throws-type-error': () => ({
    ...theReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch') throw new TypeError('planted');
        throw error;
      }),
  }),
  'throws-unseen': () => ({
    ...theReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch')
          void Promise.reject(new Error('planted'));
        throw error;
      }),
  }),
  loops: () => ({
    ...theReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch') for (;;);
        throw error;
      }),
  }),
  'never-ends': () => ({
    ...theReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch')
          return new Promise(() => undefined);
        throw error;
      }),
  }),
  'hands-out-unverified': () => ({
    ...theReader,
    open: async (options) => {
      const opened = await openDocument(options);
      const { bytes } = opened;
      // What cannot be opened reads as nothing at all.
      const read: typeof bytes.read = (offset, length, signal) =>
        bytes.read(offset, length, signal).catch((error: unknown) => {
          if (error instanceof TdfError && error.code === 'tdf.segment_tampered')
            return new Uint8Array(length);
          throw error;
        });
      return { ...opened, bytes: { ...bytes, read } };
    },
  }),
};

export const READER_PLANTS: readonly string[] = Object.keys(PLANTS);

export const readerWith = (plant: string | undefined): Reader =>
  plant === undefined ? theReader : (PLANTS[plant]?.() ?? theReader);
