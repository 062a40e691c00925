let focusedTab: string | null = null;

/** Says which document was opened by a key on its tab, if it was; the tab keeps the focus then. */
export const keepFocusOnTab = (fileID: string | null): void => {
  focusedTab = fileID;
};

/** Whether the tab of the document keeps the focus, so that the document does not take it. */
export const isFocusOnTab = (fileID: string | null): boolean => fileID !== null && focusedTab === fileID;
