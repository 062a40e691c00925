import { flowText, type NoticeSubject, type NoticeText, titleWithType } from './notice-text.usecases.ts';

/** The notice that a task passed its deadline and another person got it. */
export function taskEscalatedText(
  { from, to }: { from: string; to: string },
  subject: NoticeSubject,
): NoticeText {
  return {
    title: titleWithType('任务已升级', 'Escalated', subject),
    text: flowText(
      [
        `的任务${from}未在期限内处理，已转交${to}`,
        `was not handled by ${from} in time and is now with ${to}`,
      ],
      subject,
    ),
  };
}
