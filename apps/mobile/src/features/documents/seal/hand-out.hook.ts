import { useEffect, useState } from 'react';
import { showSnackbar } from '../../../app/shell/snackbar.store.ts';
import { useTexts } from '../../../i18n/index.ts';
import { documentErrorOf } from '../../../platform/documents/document.errors.ts';
import { type DocumentsContext, storedPath } from '../../../platform/documents/document.types.ts';
import { sealedName } from '../../../platform/documents/keep-sealed.usecases.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';

/** Exports copies of a sealed file to other apps or to the device's folders. The copies stay sealed. */
export function useHandOut({ platform, accountID }: DocumentsContext, record: RecentFile | null) {
  const { preview, seal } = useTexts();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    // If the file store does not open, `save` reports the error.
    platform.files().then(
      ({ outside }) => setCanShare(outside.share),
      () => undefined,
    );
  }, [platform]);
  const handOut = async (way: 'share' | 'save') => {
    if (record === null) return;
    const path = storedPath(accountID, record.fileID);
    const name = sealedName(record.fileWholeName);
    try {
      const files = await platform.files();
      if (way === 'share') {
        if (await files.share(path, name)) return;
        // The device cannot share this type, so the action is hidden.
        setCanShare(false);
      }
      if ((await files.handOut(path, name)) === 'saved')
        showSnackbar({ color: 'success', text: seal.saved(name) });
    } catch (error) {
      showSnackbar({ color: 'error', text: preview.problems[documentErrorOf(error).code].title });
    }
  };
  return { canShare, share: () => void handOut('share'), save: () => void handOut('save') };
}
