import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { endImports } from '../platform/documents/import-files.usecases.ts';
import { type Arrived, usePlatform } from '../platform/index.ts';
import { useOpenFiles } from '../shell/downloads/open-files.hook.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../shell/navigation/preview-layer.hook.ts';
import { showSnackbar } from '../shell/notices/snackbar.store.ts';
import { useLocation, useNavigate } from '../shell/router/index.ts';

/**
 * Opens files that other apps hand over (section 4). Files that arrive while no user is signed in, or while the app
 * is locked, wait. A file is released once it is stored or no longer wanted, so that a killed process loses none.
 */
export function useIncomingFiles(): void {
  const arrived = useArrivals();
  const [open, isUnmounted] = useImport();
  const [next] = arrived.pending;
  const { setPending } = arrived;
  // An effect of an earlier render can run after the import has ended and before `pending` has changed.
  const started = useRef<Arrived>(undefined);
  useEffect(() => {
    if (next === undefined || started.current === next) return;
    started.current = next;
    void open(next).finally(() => {
      if (!isUnmounted.current) setPending((before) => before.filter((one) => one !== next));
    });
  }, [next, open, isUnmounted, setPending]);
}

/** `pending` is empty while the app is locked. */
function useArrivals() {
  const { incoming } = usePlatform();
  const isLocked = useAppLockStore((state) => state.isLocked);
  const [pending, setPending] = useState<readonly Arrived[]>([]);
  useEffect(() => {
    let unsubscribe: (() => void) | null = () => undefined;
    const listen = async () => {
      const port = await incoming();
      if (unsubscribe !== null)
        unsubscribe = port.subscribe((arrived) => setPending((before) => [...before, arrived]));
    };
    listen().catch(() => undefined);
    return () => {
      unsubscribe?.();
      unsubscribe = null;
    };
  }, [incoming]);
  return { pending: isLocked ? [] : pending, setPending };
}

function useImport() {
  const { documents } = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { openAt, target } = usePreviewLayer();
  const openFiles = useOpenFiles();
  const context = useDocumentsContext();
  const isUnmounted = useRef(false);
  const isAtList = pathname === paths.document && target === null;
  // A renewed token or a step in the history must not restart a running import.
  const latest = useRef({ context, isAtList });
  useEffect(() => {
    latest.current = { context, isAtList };
  });
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      endImports();
    };
  }, []);
  const open = useCallback(
    async ({ files, problems }: Arrived): Promise<void> => {
      for (const problem of new Set(problems)) {
        showSnackbar({ color: 'error', text: documents.incoming[problem] });
      }
      if (files.length === 0) return;
      if (!latest.current.isAtList) navigate(paths.document);
      await openFiles(latest.current.context, files, {
        onReleased: (file) => file.release(),
        onSingleFile: (fileID) => openAt(paths.document, fileID),
      });
    },
    [documents, navigate, openFiles, openAt],
  );
  return [open, isUnmounted] as const;
}
