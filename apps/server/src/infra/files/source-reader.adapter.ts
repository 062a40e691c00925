import type { ByteSource } from '@sealflow/tdf/reader';
import { Reader } from '@zip.js/zip.js';

/** Adapts a byte source to the reader interface of zip.js. */
export class SourceReader extends Reader<void> {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
    this.size = source.size;
  }

  override readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#source.read(offset, length);
  }
}
