/** The result of a scan. */
export type ScanResult = { readonly infected: false } | { readonly infected: true; readonly name: string };

/** Scans content for malware. */
export interface Scanner {
  /** @throws ScannerError if the scanner gives no valid answer. */
  scan: (content: AsyncIterable<Uint8Array>) => Promise<ScanResult>;
}

/** The scanner does not answer, or its answer is invalid. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
  readonly code = 'scan.failed';
}
