import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';

type Drafts = Readonly<Record<string, string>>;

/** Remarks written and not yet sent: going back to read again loses no word. They leave with the account. */
export const useRemarkDrafts = create<Drafts>(() => ({}));
onForgetPlaces(() => useRemarkDrafts.setState({}, true));

/** What is said for an approval is not said for a rejection. */
export const draftKey = (verdict: 'approve' | 'reject', taskID: string): string => `${verdict}:${taskID}`;

export const keepDraft = (key: string, remark: string): void => useRemarkDrafts.setState({ [key]: remark });
