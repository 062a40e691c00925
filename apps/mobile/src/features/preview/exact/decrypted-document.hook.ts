import type { ByteSource } from '@sealflow/tdf/reader';
import { detectFormat } from '@sealflow/viewers/format/detect-format.util.ts';
import type { Format } from '@sealflow/viewers/format/format.rules.ts';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useCallback, useState } from 'react';

type DecryptedDocument = { readonly content: ByteSource; readonly format: Format };

/**
 * The document inside a password-protected one, once its viewer has decrypted it. It stays in memory while the document is open,
 * because exact pages replace that viewer.
 */
export function useDecryptedDocument() {
  const [decrypted, setDecrypted] = useState<DecryptedDocument | null>(null);
  const follow = useCallback((viewer: OpenViewer | null) => {
    const content = viewer?.decryptedContent;
    if (content)
      detectFormat(content).then(
        (format) => setDecrypted({ content, format }),
        () => undefined,
      );
  }, []);
  return { decrypted, follow };
}
