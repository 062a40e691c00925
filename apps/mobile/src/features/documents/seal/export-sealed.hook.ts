import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { documentErrorOf } from '../../../platform/documents/document.errors.ts';
import { type DocumentsContext, storedPath } from '../../../platform/documents/document.types.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';
import { sealedFileName } from '../../../platform/documents/register-sealed.usecases.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';

/** Exports copies of a sealed file to other apps or to the device's folders. The copies stay sealed. */
export function useExportSealed({ platform, accountID }: DocumentsContext, record: RecentFile | null) {
  const { preview, seal } = useTexts();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    // If the file store does not open, `save` reports the error.
    platform.files().then(
      ({ externalApps }) => setCanShare(externalApps.share),
      () => undefined,
    );
  }, [platform]);
  const exportFile = async (target: 'share' | 'save') => {
    if (record === null) return;
    const path = storedPath(accountID, record.fileID);
    const name = sealedFileName(record.fileWholeName);
    try {
      const files = await platform.files();
      if (target === 'share') {
        if (await files.share(path, name)) return;
        // The device cannot share this type, so the action is hidden.
        setCanShare(false);
      }
      if ((await files.exportCopy(path, name)) === 'saved')
        showSnackbar({ color: 'success', text: seal.saved(name) });
    } catch (error) {
      showSnackbar({ color: 'error', text: preview.problems[documentErrorOf(error).code].title });
    }
  };
  return { canShare, share: () => void exportFile('share'), save: () => void exportFile('save') };
}
