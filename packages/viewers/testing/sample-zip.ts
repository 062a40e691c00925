import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';

configure({ useWebWorkers: false });

/** A zip of files by name, in this order. The files are compressed by default. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { level = 6 } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await zip.add(name, new Uint8ArrayReader(bytes), { level });
  }
  return zip.close();
}
