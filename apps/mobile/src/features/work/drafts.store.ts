import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';

/** What was written and not sent, by name; null once it is known that nothing was. It leaves with the account. */
export const useDrafts = create<Readonly<Record<string, string | null>>>(() => ({}));
onForgetPlaces(() => useDrafts.setState({}, true));

/** What is said for an approval is not said for a rejection. */
export const remarkDraft = (action: string, subject: string): string => `remark:${action}:${subject}`;
export const peopleDraft = (action: string, subject: string): string => `people:${action}:${subject}`;
