import { openFrame } from '../frame/open-frame.viewer.ts';
import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import type { ReadEngine } from './engine.types.ts';

/** An engine that makes no progress for this long is stuck on the document. */
const conversionTimeoutMs = 30_000;

export type ExactPagesOptions = {
  readonly stage: ViewerStage;
  /** The name of the document, for fields that show it. */
  readonly name: string;
  /** The extension of the document's format, a hint for the engine. */
  readonly format: string;
  readonly readEngine: ReadEngine;
};

/**
 * Converts a document to PDF in an isolated frame on this device. The frame ends with the conversion, and with the signal
 * of the stage.
 * @throws ViewerError `unreadable`, `tooLarge`, `tooSlow`, or `viewerNotLoaded` where the frame is not isolated.
 */
export async function convertToPdf({
  stage,
  name,
  format,
  readEngine,
}: ExactPagesOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { call, close } = await openFrame({
    family: 'exact',
    kind: format,
    name,
    stage,
    readEngine,
    timeoutMs: conversionTimeoutMs,
    isHidden: true,
  });
  try {
    const pdf: unknown = await call('rendition');
    // The frame may be compromised: what it returns is only passed to the PDF viewer, which runs no scripts.
    if (!(pdf instanceof Uint8Array) || !(pdf.buffer instanceof ArrayBuffer))
      throw new ViewerError('unreadable');
    return new Uint8Array(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  } finally {
    close();
  }
}
