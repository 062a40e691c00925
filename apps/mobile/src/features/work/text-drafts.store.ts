import { create } from 'zustand';
import { onScrollPositionsCleared } from '../../shell/navigation/scroll-restoration.hook.ts';

/** The stored texts by draft name; null if nothing is stored. Cleared when the account changes. */
export const useTextDrafts = create<Readonly<Record<string, string | null>>>(() => ({}));
onScrollPositionsCleared(() => useTextDrafts.setState({}, true));

/** Each action has its own remark: a text for an approval does not fit a rejection. */
export const remarkDraftName = (action: string, subject: string): string => `remark:${action}:${subject}`;
export const stageDraftName = (subject: string): string => `stage:${subject}`;
export const peopleDraftName = (action: string, subject: string): string => `people:${action}:${subject}`;
