import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateLicenceKeyPair, seal } from '@sealflow/tdf';
import type { SealedFile } from './sealed-remote.ts';

// A Node stream has a read method and would count as a byte source.
async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) yield chunk as Buffer;
}

type Wanted = { readonly from: string; readonly to: string; readonly url: string; readonly mimeType: string };

/** Seals a file with its own key. */
export async function sealFile({ from, to, url, mimeType }: Wanted): Promise<SealedFile> {
  const { size } = await stat(from);
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const kid = 'bench.ec.1';
  const documentId = '00000000-0000-4000-8000-000000000000';
  const { stream } = seal({
    kas: { url: 'https://files.example/otdf/bench/kas', kid, publicKeyPem },
    policy: { uuid: documentId, namespace: 'bench.example', owner: 'o', org: null, classification: null },
    mimeType,
    name: 'sample',
    size,
    content: chunksOf(from),
  });
  await pipeline(Readable.from(stream), createWriteStream(to));
  return { url, pkcs8: Array.from(pkcs8), kid, documentId };
}
