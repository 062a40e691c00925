import { type ByteSource, bytesSource } from '@sealflow/tdf/reader';
import { detectFormat } from '../format/detect-format.util.ts';
import type { Format } from '../format/format.rules.ts';
import { openFrame } from '../frame/open-frame.viewer.ts';
import { type Viewer, ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';

const maxAttempts = 3;

type ChooseViewer = (format: Format) => (() => Promise<Viewer>) | null;

/**
 * Shows a document that is encrypted as a whole: a hidden frame decrypts it, and the viewer of the inner
 * format shows the result, which stays in memory.
 */
export const lockedViewer =
  (chooseViewer: ChooseViewer): Viewer =>
  async (stage) => {
    const content = await unlock(stage);
    const format = await detectFormat(content, stage.signal);
    // No program encrypts a document twice.
    const load = format.viewer === 'locked' ? null : chooseViewer(format);
    if (load !== null) return { ...(await (await load())({ ...stage, content })), decryptedContent: content };
    // The app offers exact pages of the decrypted content.
    if (format.viewer === null && format.exactKind)
      return { decryptedContent: content, close: () => undefined };
    throw new ViewerError('unreadable');
  };

/** Decrypts the document with the password of its program, or with one that the user enters. */
async function unlock(stage: ViewerStage): Promise<ByteSource> {
  const { call, runWithTimeout, close } = await openFrame({
    family: 'locked',
    kind: 'locked',
    stage: { ...stage, onPage: () => undefined },
    isHidden: true,
  });
  const tryPassword = async (password: string | null): Promise<ByteSource | null> => {
    const bytes: unknown = await runWithTimeout(() => call('unlock', password));
    // A compromised frame may send anything; no decrypted document is larger than the encrypted one.
    if (bytes instanceof Uint8Array && bytes.length <= stage.content.size)
      return bytesSource(Uint8Array.from(bytes));
    if (bytes !== null) throw new ViewerError('unreadable');
    return null;
  };
  try {
    let content = await tryPassword(null);
    for (let failed = 0; content === null && failed < maxAttempts; failed += 1) {
      const password = await stage.requestPassword(failed);
      if (password === null) break;
      content = await tryPassword(password);
    }
    if (content === null) throw new ViewerError('password');
    return content;
  } finally {
    close();
  }
}
