import { openDocument, TdfError } from '../../../packages/tdf/src/index.ts';
import { defaultReader, type Reader } from './judge.ts';

const { subtle } = crypto;

/** Possible faults of a reader. The fuzzer must find each of them. */
const SEEDED_FAULTS: Readonly<Record<string, () => Reader>> = {
  'no-root-signature': () => {
    const verify = subtle.verify.bind(subtle);
    // Policies and assertions are text, unlike the input of the root signature.
    const isText = (data: BufferSource) =>
      new Uint8Array(data as ArrayBuffer).subarray(0, 2).join() === '101,121';
    Object.assign(subtle, {
      verify: async (...[algorithm, key, signature, data]: Parameters<typeof verify>) =>
        !isText(data) || verify(algorithm, key, signature, data),
    });
    return defaultReader;
  },
  'no-policy-binding': () => {
    const verify = subtle.verify.bind(subtle);
    const isPolicy = (data: BufferSource) => new TextDecoder('latin1').decode(data).startsWith('eyJ1dWlk');
    Object.assign(subtle, {
      verify: async (...[algorithm, key, signature, data]: Parameters<typeof verify>) =>
        isPolicy(data) || verify(algorithm, key, signature, data),
    });
    return defaultReader;
  },
  'throws-type-error': () => ({
    ...defaultReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch') throw new TypeError('planted');
        throw error;
      }),
  }),
  'throws-unseen': () => ({
    ...defaultReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch')
          void Promise.reject(new Error('planted'));
        throw error;
      }),
  }),
  loops: () => ({
    ...defaultReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch') for (;;);
        throw error;
      }),
  }),
  'never-ends': () => ({
    ...defaultReader,
    open: (options) =>
      openDocument(options).catch((error: unknown) => {
        if (error instanceof TdfError && error.code === 'tdf.size_mismatch')
          return new Promise(() => undefined);
        throw error;
      }),
  }),
  'hands-out-unverified': () => ({
    ...defaultReader,
    open: async (options) => {
      const opened = await openDocument(options);
      const { bytes } = opened;
      // A segment that cannot be opened reads as zeros.
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

export const READER_FAULTS: readonly string[] = Object.keys(SEEDED_FAULTS);

export const readerWith = (seededFault: string | undefined): Reader =>
  seededFault === undefined ? defaultReader : (SEEDED_FAULTS[seededFault]?.() ?? defaultReader);
