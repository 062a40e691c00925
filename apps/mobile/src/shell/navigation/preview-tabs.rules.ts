import type { FlowFileRef } from '../../platform/documents/flow-file.rules.ts';

/** An open document. It holds what the address needs, and nothing of the content. */
export type PreviewTab = {
  readonly fileID: string;
  readonly name: string;
  readonly flowFile: FlowFileRef | null;
};

/** The tabs in the order of opening, and their documents in the order of showing, the last one last. */
export type PreviewTabs = {
  readonly tabs: readonly PreviewTab[];
  readonly shown: readonly string[];
};

/** More tabs have no room for their names. */
export const maxPreviewTabs = 8;

export const noPreviewTabs: PreviewTabs = { tabs: [], shown: [] };

export function withoutTab({ tabs, shown }: PreviewTabs, fileID: string): PreviewTabs {
  return { tabs: tabs.filter((tab) => tab.fileID !== fileID), shown: shown.filter((id) => id !== fileID) };
}

/** Adds the shown document, or updates its tab. The tab that was not shown for the longest time gives way. */
export function withShownTab(before: PreviewTabs, tab: PreviewTab): PreviewTabs {
  const shown = [...before.shown.filter((id) => id !== tab.fileID), tab.fileID];
  const isOpen = before.tabs.some(({ fileID }) => fileID === tab.fileID);
  const tabs = isOpen
    ? before.tabs.map((one) => (one.fileID === tab.fileID ? tab : one))
    : [...before.tabs, tab];
  const [oldest = ''] = shown;
  return tabs.length > maxPreviewTabs ? withoutTab({ tabs, shown }, oldest) : { tabs, shown };
}

/** The tab that follows a closed one: the one after it, or the one before the last. */
export function tabAfterClosing({ tabs }: PreviewTabs, fileID: string): PreviewTab | null {
  const at = tabs.findIndex((tab) => tab.fileID === fileID);
  return tabs[at + 1] ?? tabs[at - 1] ?? null;
}
