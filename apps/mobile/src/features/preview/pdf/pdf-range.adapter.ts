import type { ByteSource } from '@sealflow/tdf/reader';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** pdf.js asks for ranges; each is read, and so verified, by the byte source. */
export class ByteSourceTransport extends PDFDataRangeTransport {
  readonly #content: ByteSource;
  readonly #reading = new AbortController();
  readonly #onFailure: (error: unknown) => void;

  constructor(content: ByteSource, onFailure: (error: unknown) => void) {
    super(content.size, null);
    this.#content = content;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#content.read(begin, end - begin, this.#reading.signal).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        // pdf.js would wait for ever: the viewer ends, and says why.
        if (!this.#reading.signal.aborted) this.#onFailure(error);
      },
    );
  }

  override abort(): void {
    this.#reading.abort();
  }
}
