/**
 * The directives of the Content-Security-Policy of the frames that draw documents. Their origin is opaque and they have no
 * network access. Blobs contain only the code of their own workers,
 * never of a document: browsers write large ones to the disk.
 * @param scripts - the allowed sources of scripts.
 */
export const framePolicy = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    'worker-src blob:',
    // WebKit before Safari 15.5 does not support worker-src and falls back to child-src; frames follow frame-src everywhere.
    'child-src blob:',
    "frame-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
