import { useEffect } from 'react';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import type { PreviewTab } from '../../../shell/navigation/preview-tabs.rules.ts';
import {
  clearPreviewTabs,
  closeTab,
  showInTab,
  usePreviewTabs,
} from '../../../shell/navigation/preview-tabs.store.ts';
import type { PreviewProblem } from '../layer/document-problem.rules.ts';
import type { PreviewState } from '../layer/preview.hook.ts';

/** Access to this document has ended: its tab goes with the next document that is shown. */
const endsTab: ReadonlySet<PreviewProblem> = new Set([
  'withdrawn',
  'notAllowed',
  'notCleared',
  'keyWithdrawn',
  'otherTenant',
  'missing',
]);
/** Access of the account or of the device has ended. */
const endsAllTabs: ReadonlySet<PreviewProblem> = new Set([
  'notMember',
  'noTenant',
  'signedOut',
  'deviceUnknown',
]);

/** Keeps the tabs of the documents that were opened on a wide screen. @returns them, none on a phone. */
export function useDocumentTabs(
  { fileID, flowFile }: PreviewTarget,
  state: PreviewState,
): readonly PreviewTab[] {
  const isWide = useIsWide();
  const { tabs } = usePreviewTabs();
  const name = state.phase === 'open' ? state.document.name : (flowFile?.name ?? null);
  const problem = state.phase === 'failed' ? state.problem : null;
  useEffect(() => {
    if (!isWide) return;
    const known = usePreviewTabs.getState().tabs.find((tab) => tab.fileID === fileID);
    showInTab({ fileID, flowFile: flowFile ?? known?.flowFile ?? null, name: name ?? known?.name ?? '' });
    // The reference to a flow's file is a new object after every navigation; its id identifies it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWide, fileID, name]);
  useEffect(() => {
    if (problem === null) return undefined;
    if (endsAllTabs.has(problem)) clearPreviewTabs();
    if (!endsTab.has(problem)) return undefined;
    return () => void closeTab(fileID);
  }, [problem, fileID]);
  return isWide ? tabs : [];
}
