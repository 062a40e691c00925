import type { Texts } from '../../../i18n/index.ts';
import type { DecisionAction } from '../flow-address.rules.ts';

type DecisionTexts = {
  readonly title: string;
  /** Explains the effect, if it is not obvious. */
  readonly hint: string | null;
  readonly confirm: string;
  readonly phrases: readonly string[];
  /** Title of the result screen. */
  readonly done: string;
};

export function decisionTexts(
  { work, returns }: Pick<Texts, 'work' | 'returns'>,
  action: DecisionAction,
): DecisionTexts {
  const texts: Readonly<Record<DecisionAction, DecisionTexts>> = {
    approve: {
      title: work.approveTitle,
      hint: null,
      confirm: work.confirmApprove,
      phrases: work.approvePhrases,
      done: work.approvedTitle,
    },
    reject: {
      title: work.rejectTitle,
      hint: null,
      confirm: work.confirmReject,
      phrases: work.rejectPhrases,
      done: work.rejectedTitle,
    },
    complete: {
      title: work.completeTitle,
      hint: work.completeHint,
      confirm: work.confirmComplete,
      phrases: work.completePhrases,
      done: work.completedTitle,
    },
    return: {
      title: returns.title,
      hint: returns.hint,
      confirm: returns.confirm,
      phrases: returns.phrases,
      done: returns.done,
    },
    'add-approval': {
      title: work.addApprovalTitle,
      hint: work.addApprovalHint,
      confirm: work.confirmAddApproval,
      phrases: work.addPhrases,
      done: work.addedTitle,
    },
    transfer: {
      title: work.transferTitle,
      hint: work.transferHint,
      confirm: work.confirmTransfer,
      phrases: work.transferPhrases,
      done: work.transferredTitle,
    },
  };
  return texts[action];
}
