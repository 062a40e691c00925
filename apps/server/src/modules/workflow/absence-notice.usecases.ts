import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type BilingualText, postMessages } from '../messages/messages.usecases.ts';
import { isActiveMember, listMembers } from '../tenants/tenants.usecases.ts';
import type { AbsenceRow } from './absence.repository.ts';
import { workChannel } from './notice-text.usecases.ts';

type NoticeKind = 'set' | 'ended';

interface Names {
  readonly person: string;
  readonly deputy: string;
}

const titles: Readonly<Record<NoticeKind, BilingualText>> = {
  set: { zh: '外出代理', en: 'Deputy named' },
  ended: { zh: '外出代理已结束', en: 'Deputyship ended' },
};

const deputyTexts: Readonly<Record<NoticeKind, (names: Names) => BilingualText>> = {
  set: ({ person }) => ({
    zh: `您已成为${person}的代理人。代理期间，您可以查看并处理${person}的待办任务。期限见“我的”中的“外出代理”`,
    en: `You are the deputy of ${person}. In that period you see and decide ${person}’s tasks too. “Out of office” in Mine shows the period`,
  }),
  ended: ({ person }) => ({
    zh: `您不再是${person}的代理人，${person}的任务已从您的列表中移除`,
    en: `You are no longer the deputy of ${person}. Their tasks have left your list`,
  }),
};

const personTexts: Readonly<Record<NoticeKind, (names: Names) => BilingualText>> = {
  set: ({ deputy }) => ({
    zh: `${deputy}已成为您的代理人。代理期间，您和${deputy}都能处理您的任务。期限见“我的”中的“外出代理”`,
    en: `${deputy} is your deputy. In that period you both can decide your tasks. “Out of office” in Mine shows the period`,
  }),
  ended: ({ deputy }) => ({
    zh: `${deputy}不再是您的代理人，您的任务由您自己处理`,
    en: `${deputy} is no longer your deputy. You decide your tasks yourself`,
  }),
};

/**
 * Informs the deputy that an absence was set or has ended, and the absent person unless that person did it. People who are no
 * active members are not informed.
 * @param by - the member who did it; null for the service and for operators.
 */
export async function postAbsenceNotices(
  db: DatabaseHandle,
  { absence, kind, by, at }: { absence: AbsenceRow; kind: NoticeKind; by: string | null; at: number },
): Promise<void> {
  const { tid, fid, deputy_fid: deputyFid, absence_id: absenceID } = absence;
  const members = new Map(
    (await listMembers(db, { tid, fids: [fid, deputyFid] })).map((one) => [one.fid, one]),
  );
  const names = { person: members.get(fid)?.name ?? '', deputy: members.get(deputyFid)?.name ?? '' };
  const notices = [
    { recipient: members.get(deputyFid), text: deputyTexts[kind](names) },
    ...(by === fid ? [] : [{ recipient: members.get(fid), text: personTexts[kind](names) }]),
  ];
  const posts = notices.flatMap(({ recipient, text }) =>
    recipient && isActiveMember(recipient)
      ? [
          {
            channel: workChannel({ tid, aid: recipient.aid }),
            type: 'text' as const,
            title: titles[kind],
            text,
            idempotencyKey: `absence:${absenceID}:${kind}`,
            createAt: at,
          },
        ]
      : [],
  );
  await postMessages(db, posts);
}
