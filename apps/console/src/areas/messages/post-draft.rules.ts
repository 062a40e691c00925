import type { AudienceDraft } from './audience-fields.component.tsx';
import type { Audience, NewPost } from './messages.queries.ts';

export const limits = { title: 200, text: 10_000 } as const;

export type PostDraft = {
  readonly type: NewPost['type'];
  readonly title: string;
  readonly text: string;
  readonly hasEnglish: boolean;
  readonly titleEn: string;
  readonly textEn: string;
  readonly audience: AudienceDraft;
  readonly isLater: boolean;
  /** The value of a field of the kind `datetime-local`, in the time zone of the browser. */
  readonly sendAt: string;
};

export const emptyDraft: PostDraft = {
  type: 'announcement',
  title: '',
  text: '',
  hasEnglish: false,
  titleEn: '',
  textEn: '',
  audience: { isAll: true, orgIDs: [], roleIDs: [], people: [] },
  isLater: false,
  sendAt: '',
};

type Fault = 'empty' | 'emptyEnglish' | 'noRecipients' | 'noTime' | 'pastTime' | 'tooLate';

/** What is missing or wrong, by field. */
export type DraftFaults = Readonly<Record<'content' | 'english' | 'audience' | 'sendAt', Fault | undefined>>;

const yearMs = 365 * 86_400_000;

export function draftFaults(draft: PostDraft, now: number): DraftFaults {
  const isEmpty = (...texts: string[]) => texts.every((text) => text.trim() === '');
  return {
    content: isEmpty(draft.title, draft.text) ? 'empty' : undefined,
    english: draft.hasEnglish && isEmpty(draft.titleEn, draft.textEn) ? 'emptyEnglish' : undefined,
    audience: toAudience(draft.audience) === null ? 'noRecipients' : undefined,
    sendAt: draft.isLater ? sendTimeFault(draft.sendAt, now) : undefined,
  };
}

function sendTimeFault(text: string, now: number): Fault | undefined {
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return 'noTime';
  if (time <= now) return 'pastTime';
  return time > now + yearMs ? 'tooLate' : undefined;
}

/** The audience of the call; null if no recipient is chosen. */
export function toAudience({ isAll, orgIDs, roleIDs, people }: AudienceDraft): Audience | null {
  if (isAll) return {};
  if (orgIDs.length + roleIDs.length + people.length === 0) return null;
  return {
    ...(orgIDs.length > 0 ? { orgIDs: [...orgIDs] } : {}),
    ...(roleIDs.length > 0 ? { roleIDs: [...roleIDs] } : {}),
    ...(people.length > 0 ? { fids: people.map(({ fid }) => fid) } : {}),
  };
}

/** The body of the call for a draft without faults. */
export function toPost(draft: PostDraft): NewPost {
  return {
    type: draft.type,
    title: draft.title.trim(),
    text: draft.text.trim(),
    ...(draft.hasEnglish ? { en: { title: draft.titleEn.trim(), text: draft.textEn.trim() } } : {}),
    ...toAudience(draft.audience),
    ...(draft.isLater ? { sendAt: new Date(draft.sendAt).getTime() } : {}),
  };
}
