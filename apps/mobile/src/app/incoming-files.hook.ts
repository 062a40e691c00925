import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { endImports } from '../platform/documents/import-files.usecases.ts';
import { usePreviewLayer } from '../platform/documents/preview-layer.hook.ts';
import { type Arrived, usePlatform } from '../platform/index.ts';
import { useOpenFiles } from './shell/open-files.hook.ts';
import { paths } from './shell/paths.ts';
import { showSnackbar } from './shell/snackbar.store.ts';

/**
 * Opens files that other apps hand over (section 4). Files that arrive while no user is signed in, or while the app
 * is locked, wait. Each file is released after it is stored, so that a killed process loses none.
 */
export function useIncomingFiles(): void {
  const arrived = useArrived();
  const [open, gone] = useOpening();
  const [next] = arrived.waiting;
  const { set } = arrived;
  // An effect of an earlier render can run after the import has ended and before `pending` has changed.
  const started = useRef<Arrived>(undefined);
  useEffect(() => {
    if (next === undefined || started.current === next) return;
    started.current = next;
    void open(next).finally(() => {
      if (!gone.current) set((before) => before.filter((one) => one !== next));
    });
  }, [next, open, gone, set]);
}

/** `pending` is empty while the app is locked. */
function useArrived() {
  const { incoming } = usePlatform();
  const isLocked = useAppLockStore((state) => state.isLocked);
  const [waiting, set] = useState<readonly Arrived[]>([]);
  useEffect(() => {
    let leave: (() => void) | null = () => undefined;
    const listen = async () => {
      const port = await incoming();
      if (leave !== null) leave = port.subscribe((arrived) => set((before) => [...before, arrived]));
    };
    listen().catch(() => undefined);
    return () => {
      leave?.();
      leave = null;
    };
  }, [incoming]);
  return { waiting: isLocked ? [] : waiting, set };
}

function useOpening() {
  const { documents, common } = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { openOver, target } = usePreviewLayer();
  const openFiles = useOpenFiles();
  const context = useDocumentsContext();
  const gone = useRef(false);
  const isAtList = pathname === paths.document && target === null;
  // A renewed token or a step in the history must not restart a running import.
  const latest = useRef({ context, isAtList });
  useEffect(() => {
    latest.current = { context, isAtList };
  });
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      endImports();
    };
  }, []);
  const open = useCallback(
    async ({ files, problems }: Arrived): Promise<void> => {
      for (const problem of new Set(problems)) {
        showSnackbar({ color: 'error', text: documents.incoming[problem] });
      }
      if (files.length === 0) return;
      if (!latest.current.isAtList) void navigate(paths.document);
      const left = new Set(files);
      const take = async (): Promise<void> => {
        const done = await openFiles(latest.current.context, [...left], {
          onStored: async (file) => {
            left.delete(file);
            await file.release();
          },
          onOnly: (fileID) => openOver(paths.document, fileID),
          retry: { label: common.retry, onPress: () => void take() },
        });
        // After a cancel the remaining files are released; after a sign-out they stay for the next sign-in.
        if (!done && !gone.current) for (const file of left) await file.release();
      };
      await take();
    },
    [common, documents, navigate, openFiles, openOver],
  );
  return [open, gone] as const;
}
