import {
  type Bytes,
  generateLicenceKeyPair,
  importForOpening,
  importLicenceKey,
  type PayloadKeys,
  readSealed,
  type SealOptions,
  seal,
  unwrapDataKey,
} from '@sealflow/tdf';
import type { ByteSource } from '@sealflow/tdf/reader';

const MIB = 1024 * 1024;
const DOCUMENT_ID = '00000000-0000-4000-8000-000000000000';

/** A sample document with its keys, for Node and browsers. */
export interface Sample {
  readonly options: SealOptions;
  keysOf(file: ByteSource): Promise<{ readonly keys: PayloadKeys; readonly dataKey: Bytes }>;
}

// Repeats one mebibyte, because the time of AES does not depend on the content.
async function* content(size: number): AsyncGenerator<Bytes, void> {
  const block = new Uint8Array(MIB);
  for (let at = 0; at < MIB; at += 65_536) crypto.getRandomValues(block.subarray(at, at + 65_536));
  for (let left = size; left > 0; left -= MIB) yield block.subarray(0, left);
}

export async function makeSample(size: number): Promise<Sample> {
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const kid = 'bench.ec.1';
  return {
    options: {
      kas: { url: 'https://files.example/otdf/bench/kas', kid, publicKeyPem },
      policy: { uuid: DOCUMENT_ID, namespace: 'bench.example', owner: 'o', org: null, classification: null },
      mimeType: 'application/octet-stream',
      name: 'bench.bin',
      size,
      // A getter, because a content is read once and a sample is sealed repeatedly.
      get content() {
        return content(size);
      },
    },
    async keysOf(file) {
      const sealed = await readSealed(file);
      const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
      if (!entry) throw new Error('the sample is not sealed');
      const dataKey = await unwrapDataKey(entry, await importLicenceKey('ec:secp256r1', pkcs8));
      const keys = await importForOpening(dataKey);
      const shares = [{ kid, sid: null, ...keys }];
      return { dataKey, keys: { documentId: DOCUMENT_ID, ...keys, shares } };
    },
  };
}

/** Seals a sample into memory. */
export async function sealInMemory(options: SealOptions, size: number): Promise<Bytes> {
  const file = new Uint8Array(size);
  let at = 0;
  for await (const chunk of seal(options).stream) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
