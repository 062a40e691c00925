import type { ApplicationType } from '@sealflow/contract';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useLayer } from '../../shell/navigation/layer.hook.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { useApproverStages } from './apply.queries.ts';
import { checkDraft } from './check-draft.rules.ts';
import { useApplicationDraft, useReadErrorText } from './drafts/draft.hook.ts';
import { DraftFields } from './fields/draft-fields.component.tsx';
import { useDraftSubmission } from './submit/draft-submission.hook.ts';
import type { SentApplication } from './submit/navigate-to-sent.hook.ts';
import { ReviewPage } from './submit/review-page.component.tsx';
import { useSaveDraftOnLeave } from './submit/save-on-leave.hook.ts';

type ApplicationFormProps = {
  readonly type: ApplicationType;
  readonly draftID: string;
  readonly onSent: (sent: SentApplication) => void;
};

/** The application form and its review page. */
export function ApplicationForm({ type, draftID, onSent }: ApplicationFormProps) {
  const { shell, apply, common } = useTexts();
  const readErrorText = useReadErrorText();
  const { draft, context, change, changeDetails, error, retry } = useApplicationDraft({ type, draftID });
  const review = useLayer('check');
  const [sent, setSent] = useState<SentApplication | null>(null);
  const submission = useDraftSubmission(context, { draftID, onSent: setSent });
  useSaveDraftOnLeave(context, draftID);
  const { isOpen, close } = review;
  const stages = useApproverStages(type);
  const isReady =
    draft !== undefined && Object.keys(checkDraft(draft, context.platform.clock.now(), stages)).length === 0;
  // After a reload, or on a later day, the draft of an open review page may no longer be valid.
  const isReviewInvalid = isOpen && draft !== undefined && !isReady && !submission.isPending;
  // A queued application is not a step of the form, so back must leave the review page.
  const shouldCloseReview = isReviewInvalid || (isOpen && submission.isQueued);
  const isClosing = useRef(false);
  useEffect(() => {
    if (!shouldCloseReview) return;
    isClosing.current = true;
    close();
  }, [shouldCloseReview, close]);
  useEffect(() => {
    if (!isOpen) isClosing.current = false;
    // `onSent` waits for a history navigation in progress: its own navigation counts entries from the final
    // position.
    if (sent !== null && !isClosing.current) onSent(sent);
  }, [isOpen, sent, onSent]);

  if (draft === undefined) {
    return (
      <Screen title={shell.views.apply}>
        {error === null ? (
          <SkeletonList label={common.loading} rows={4} />
        ) : (
          <ErrorState text={readErrorText(error)} retryLabel={common.retry} onRetry={retry} />
        )}
      </Screen>
    );
  }
  if (submission.isQueued || (isOpen && (isReady || submission.isPending))) {
    return <ReviewPage title={apply.check} draft={draft} submission={submission} onEdit={close} />;
  }
  return (
    <DraftFields
      draft={draft}
      context={context}
      change={change}
      changeDetails={changeDetails}
      refusal={submission.error}
      onEdited={submission.clear}
      onNext={review.open}
    />
  );
}
