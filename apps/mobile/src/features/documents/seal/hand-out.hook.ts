import { useEffect, useState } from 'react';
import { showSnackbar } from '../../../app/shell/snackbar.store.ts';
import { useTexts } from '../../../i18n/index.ts';
import { documentErrorOf } from '../../../platform/documents/document.errors.ts';
import { type DocumentsContext, storedPath } from '../../../platform/documents/document.types.ts';
import { sealedName } from '../../../platform/documents/keep-sealed.usecases.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';

/** Copies of a sealed file for other apps and for the device's own folders; they leave sealed as they lie. */
export function useHandOut({ platform, accountID }: DocumentsContext, record: RecentFile | null) {
  const { preview, seal } = useTexts();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    // Where the device's files do not open, saving says so.
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
        // It is not offered again where the device turned out to share nothing of this kind.
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
