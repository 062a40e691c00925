import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** A zip archive of these entries, uncompressed. */
export async function archiveOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
  for (const [name, text] of Object.entries(entries))
    await writer.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)));
  return Buffer.from(await writer.close());
}
