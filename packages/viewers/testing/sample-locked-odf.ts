import { cbc } from '@noble/ciphers/aes.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../src/format/base64.util.ts';
import { zipOf } from './sample-zip.ts';

type LockedOdf = {
  readonly type?: 'text' | 'spreadsheet';
  readonly iterations?: number;
  /** Changes the manifest, to make a hostile file. */
  readonly edit?: (manifest: string) => string;
};

async function deflate(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** An OpenDocument file encrypted as LibreOffice does: AES-256 in the CBC mode, a key for each part. */
export async function lockedOdf(
  content: string,
  password: string,
  { type = 'text', iterations = 1000, edit = (manifest) => manifest }: LockedOdf = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => at);
  const vector = Uint8Array.from({ length: 16 }, (_, at) => 99 - at);
  const secret = sha256(new TextEncoder().encode(password));
  const key = pbkdf2(sha1, secret, salt, { c: iterations, dkLen: 32 });
  const packed = await deflate(content);
  const padding = 16 - (packed.length % 16);
  const padded = new Uint8Array(packed.length + padding);
  padded.set(packed);
  // Only the last byte counts; programs fill the others with random bytes.
  padded.fill(7, packed.length).fill(padding, padded.length - 1);
  const mimetype = `application/vnd.oasis.opendocument.${type}`;
  const manifest = `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${new TextEncoder().encode(content).length}"><manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${toBase64(sha256(packed.subarray(0, 1024)))}"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="${toBase64(vector)}"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${iterations}" manifest:salt="${toBase64(salt)}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  const encrypted = cbc(key, vector, { disablePadding: true }).encrypt(padded);
  return zipOf({ mimetype, 'content.xml': encrypted, 'META-INF/manifest.xml': edit(manifest) }, { level: 0 });
}
