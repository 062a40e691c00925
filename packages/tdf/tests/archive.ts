import { type Bytes, concat, textOf, utf8 } from '../src/bytes.ts';
import { bytesSource, readSealed } from '../src/index.ts';
import { MANIFEST_NAME, PAYLOAD_NAME } from '../src/manifest.ts';
import { crc32 } from '../src/writer/crc.ts';
import { directory, localHeader, type WrittenEntry } from '../src/writer/zip.ts';

/** A manifest that a test can modify freely. */
// oxlint-disable-next-line typescript/no-explicit-any -- these tests create manifests that the types forbid
export type Bent = any;

export interface Entry {
  readonly name: string;
  readonly data: Bytes;
}

/** An uncompressed zip of any entries, in any order. */
export function zipOf(entries: readonly Entry[]): Bytes {
  const parts: Bytes[] = [];
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const entry = { name, offset, size: data.length, crc: crc32(data), descriptor: false, zip64: false };
    const header = localHeader(entry);
    written.push(entry);
    parts.push(header, data);
    offset += header.length + data.length;
  }
  return concat([...parts, directory(written, offset)]);
}

/** The payload and the manifest of a sealed file. */
export async function partsOf(file: Bytes): Promise<{ payload: Bytes; manifest: Bent }> {
  const sealed = await readSealed(bytesSource(file));
  if (!sealed) throw new Error('not sealed');
  const payload = file.slice(sealed.payloadOffset, sealed.payloadOffset + sealed.segments.encryptedSize);
  return { payload, manifest: structuredClone(sealed.manifest) };
}

/** Reassembles a file as an attacker could: the zip is valid, whatever its content. */
export const rebuilt = (payload: Bytes, manifest: Bent): Bytes =>
  zipOf([
    { name: PAYLOAD_NAME, data: payload },
    { name: MANIFEST_NAME, data: utf8(JSON.stringify(manifest)) },
  ]);

/** Changes the manifest text inside base64 and JSON. */
export function bendPolicy(manifest: Bent, bend: (policy: Bent) => void): void {
  const policy = JSON.parse(
    textOf(Uint8Array.from(atob(manifest.encryptionInformation.policy), (c) => c.charCodeAt(0))),
  );
  bend(policy);
  manifest.encryptionInformation.policy = btoa(String.fromCharCode(...utf8(JSON.stringify(policy))));
}
