import { create } from 'zustand';
import {
  noPreviewTabs,
  type PreviewTab,
  type PreviewTabs,
  tabAfterClosing,
  withoutTab,
  withShownTab,
} from './preview-tabs.rules.ts';

/** The open documents of the signed-in account in its tenant. They are in memory only. */
export const usePreviewTabs = create<PreviewTabs>(() => noPreviewTabs);

export const showInTab = (tab: PreviewTab): void =>
  usePreviewTabs.setState((before) => withShownTab(before, tab));

/** Removes the tab of a document. @returns the tab that takes its place; null if none is left. */
export function closeTab(fileID: string): PreviewTab | null {
  const before = usePreviewTabs.getState();
  usePreviewTabs.setState(withoutTab(before, fileID));
  return tabAfterClosing(before, fileID);
}

/** Forgets all open documents. */
export const clearPreviewTabs = (): void => usePreviewTabs.setState(noPreviewTabs);

let owner: string | null = null;

/** Keeps the tabs of one account in one tenant. @returns a function that forgets them. */
export function keepTabsOf(nextOwner: string): () => void {
  if (owner !== nextOwner) clearPreviewTabs();
  owner = nextOwner;
  return clearPreviewTabs;
}
