import type { ReturnOfTask } from './flow-version.repository.ts';
import { excerptOf, type NoticeSubject, type NoticeText, titleWithType } from './notice-text.usecases.ts';

/** The notice to the assignee of a task that a return opened. */
export function returnedText({ step, reason, revised }: ReturnOfTask, subject: NoticeSubject): NoticeText {
  const { flowTitle, applicant } = subject;
  const why = excerptOf(reason);
  if (step === 'initiate') {
    return {
      title: titleWithType('退回修改', 'Returned for changes', subject),
      text: {
        zh: `您的“${flowTitle}”被退回修改：${why}`,
        en: `Your “${flowTitle}” was returned for changes: ${why}`,
      },
    };
  }
  if (revised) {
    return {
      title: titleWithType('待审批', 'To approve', subject),
      text: {
        zh: `${applicant}修改后重新提交了“${flowTitle}”，等待您审批`,
        en: `${applicant} changed “${flowTitle}” and asks you to approve it`,
      },
    };
  }
  return {
    title: titleWithType('退回重审', 'Returned to your stage', subject),
    text: {
      zh: `${applicant}的“${flowTitle}”被退回，请您重新审批：${why}`,
      en: `“${flowTitle}” by ${applicant} was returned for you to decide again: ${why}`,
    },
  };
}
