import type { ByteSource } from '@sealflow/tdf/reader';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** pdf.js asks for ranges; each is read, and so verified, by the byte source. */
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
      // pdf.js would wait for ever: the viewer ends, and says why.
      if (!signal.aborted) this.#onFailure(error);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** What is asked for and not there yet is nobody's fault but the line's. */
  readonly isWaiting = () => this.#waiting > 0;
  readonly bytesRead = () => this.#bytesRead;

  override abort(): void {
    this.#reading.abort();
  }
}
