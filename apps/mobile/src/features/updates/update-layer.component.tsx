import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ApiError, useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { appVersion } from '../../platform/updates/app-version.util.ts';
import { checkAppUpdate, isFirstStartOfCode } from '../../platform/updates/check-update.usecases.ts';
import { useUpdateActions } from '../../platform/updates/updates.hook.ts';
import { type Offer, useUpdates } from '../../platform/updates/updates.store.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
import { DownloadDialog } from '../../shell/downloads/download-dialog.component.tsx';
import { useShowTip } from '../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import styles from './updates.module.css';

/** The update dialog and the download progress (section 2), on every screen. */
export function UpdateLayer() {
  const { updates: texts } = useTexts();
  const download = useUpdates((state) => state.download);
  const [isHidden, setIsHidden] = useState(false);
  const startDownload = useDownload(() => setIsHidden(false));
  useOffer(startDownload);
  useFirstCheck();
  return (
    <DownloadDialog
      open={download !== null && !isHidden}
      title={texts.downloading}
      name={download?.offer.file?.name ?? ''}
      received={download?.received ?? 0}
      total={download?.size ?? null}
      onCancel={() => download?.cancel()}
      onBackground={() => setIsHidden(true)}
    />
  );
}

/** Downloads an accepted update and reports the result. */
function useDownload(onStart: () => void) {
  const { updates: texts, common } = useTexts();
  const showTip = useShowTip();
  const { download } = useUpdateActions();
  const startDownload = async (offer: Offer): Promise<void> => {
    onStart();
    try {
      const isDone = await download(offer);
      if (isDone && offer.file !== null) showSnackbar({ color: 'success', text: texts.downloaded });
    } catch (error) {
      showTip(errorCodeOf(error), { label: common.retry, onPress: () => void startDownload(offer) });
    }
  };
  return startDownload;
}

/**
 * Verification and storage errors have their own texts; any other is an interrupted download that can be
 * retried.
 */
const errorCodeOf = (error: unknown) =>
  error instanceof ApiError && (error.code.startsWith('update.') || error.code === 'file.storage_full')
    ? error.code
    : 'update.download_failed';

/** Shows each offer once. */
function useOffer(onAccept: (offer: Offer) => Promise<void>): void {
  const { updates: texts } = useTexts();
  const offer = useUpdates((state) => state.offer);
  const { putOff } = useUpdateActions();
  const shownOffer = useRef<Offer | null>(null);
  useEffect(() => {
    if (offer === null || shownOffer.current === offer) return;
    shownOffer.current = offer;
    void confirm({
      title: texts.title(offer.version),
      text: (
        <>
          <p>{texts.lead(appVersion)}</p>
          {offer.notes.trim() === '' ? null : (
            <section aria-label={texts.notes} className={styles.notes}>
              <h3 className={styles.heading}>{texts.notes}</h3>
              <p>{offer.notes}</p>
            </section>
          )}
        </>
      ),
      confirmLabel: offer.file === null ? texts.openStore : texts.download,
      cancelLabel: texts.later,
    }).then((yes) => (yes ? onAccept(offer) : putOff()));
  }, [offer, onAccept, putOff, texts]);
}

/** Section 4: checks for updates after the sign-in, and reports a newly installed version. */
function useFirstCheck(): void {
  const api = useApi();
  const platform = usePlatform();
  const showTip = useShowTip();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const check = async () => {
      if (await isFirstStartOfCode(platform)) showTip('update.latest_installed');
      await checkAppUpdate({ api, platform });
    };
    void check();
  }, [api, platform, showTip]);
}
