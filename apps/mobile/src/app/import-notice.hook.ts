import { useEffect, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { countPhases, isUnfinished } from '../platform/documents/file-queue.rules.ts';
import { useImports } from '../platform/documents/imports.store.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { showSnackbar } from '../shell/notices/snackbar.store.ts';
import { useRefreshDocuments } from '../shell/refresh-documents.hook.ts';
import { useLocation, useNavigate } from '../shell/router/index.ts';

/**
 * Refreshes the lists of documents after each import, and reports the end of several imports to a user who is elsewhere
 * in the app. The list of imports itself reports it to a user at the documents.
 */
export function useImportNotice(): void {
  const { documents } = useTexts();
  const navigate = useNavigate();
  const refresh = useRefreshDocuments();
  const { pathname } = useLocation();
  const rows = useImports((imports) => imports.rows);
  const { done, failed, cancelled } = countPhases(rows);
  const isRunning = rows.some(isUnfinished);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (done > 0) void refresh();
  }, [done, refresh]);
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (!hasEnded || done + failed + cancelled < 2 || pathname === paths.document) return;
    const { summary, show } = documents.imports;
    showSnackbar({
      color: failed > 0 ? 'error' : 'success',
      text: summary(done, failed, cancelled),
      action: { label: show, onPress: () => navigate(paths.document) },
    });
  }, [isRunning, done, failed, cancelled, pathname, documents, navigate]);
}
