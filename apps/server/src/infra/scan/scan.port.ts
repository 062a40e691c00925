/** What a scanner says of a file. */
export type Verdict = { readonly infected: false } | { readonly infected: true; readonly name: string };

/** Looks for harmful content. */
export interface Scanner {
  /** @throws ScannerError where it gives no answer. */
  scan: (content: AsyncIterable<Uint8Array>) => Promise<Verdict>;
}

/** The scanner does not answer, or not to the question. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
  readonly code = 'scan.failed';
}
