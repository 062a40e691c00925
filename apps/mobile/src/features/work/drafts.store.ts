import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';

/** The stored texts by draft name; null if nothing is stored. Cleared when the account changes. */
export const useDrafts = create<Readonly<Record<string, string | null>>>(() => ({}));
onForgetPlaces(() => useDrafts.setState({}, true));

/** Each action has its own remark: a text for an approval does not fit a rejection. */
export const remarkDraft = (action: string, subject: string): string => `remark:${action}:${subject}`;
export const peopleDraft = (action: string, subject: string): string => `people:${action}:${subject}`;
