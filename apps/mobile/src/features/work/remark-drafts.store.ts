import { create } from 'zustand';

/** Remarks written and not yet sent, by task: going back to read again loses no word. */
export const useRemarkDrafts = create<Readonly<Record<string, string>>>(() => ({}));

export const keepDraft = (taskID: string, remark: string): void =>
  useRemarkDrafts.setState({ [taskID]: remark });
