import type { ByteSource } from '@sealflow/tdf/reader';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Serves the range requests of pdf.js from the byte source, which verifies every read. */
export class ByteSourceTransport extends PDFDataRangeTransport {
  readonly #content: ByteSource;
  readonly #reading = new AbortController();
  readonly #onFailure: (error: unknown) => void;
  #waiting = 0;
  #bytesRead = 0;

  constructor(content: ByteSource, onFailure: (error: unknown) => void) {
    super(content.size, null);
    this.#content = content;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#answer(begin, end);
  }

  async #answer(begin: number, end: number): Promise<void> {
    const { signal } = this.#reading;
    this.#waiting += 1;
    try {
      const bytes = await this.#content.read(begin, end - begin, signal);
      this.#bytesRead += bytes.length;
      if (!signal.aborted) this.onDataRange(begin, bytes);
    } catch (error) {
      // pdf.js would wait forever, so the viewer ends with the error.
      if (!signal.aborted) this.#onFailure(error);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Whether requested bytes are outstanding. That delay is caused by the network, not by the document. */
  readonly isWaiting = () => this.#waiting > 0;
  readonly bytesRead = () => this.#bytesRead;

  override abort(): void {
    this.#reading.abort();
  }
}
