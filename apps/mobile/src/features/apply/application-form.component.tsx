import type { ApplicationType } from '@sealflow/contract';
import { useEffect, useRef, useState } from 'react';
import { useLayer } from '../../app/shell/layer.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { ErrorState } from '../../ui/state.component.tsx';
import type { Sent } from './arrival.hook.ts';
import { checkDraft } from './check-draft.rules.ts';
import { CheckPage } from './check-page.component.tsx';
import { useDraft } from './draft.hook.ts';
import { DraftFields } from './draft-fields.component.tsx';
import { useKeepOnLeaving } from './keep.hook.ts';
import { useSending } from './sending.hook.ts';

type ApplicationFormProps = {
  readonly type: ApplicationType;
  readonly draftID: string;
  readonly onSent: (sent: Sent) => void;
};

/** The application form and its review page. */
export function ApplicationForm({ type, draftID, onSent }: ApplicationFormProps) {
  const { shell, apply, common } = useTexts();
  const errorOf = useErrorText();
  const { draft, context, change, changeDetails, failed, retry } = useDraft({ type, draftID });
  const check = useLayer('check');
  const [sent, setSent] = useState<Sent | null>(null);
  const sending = useSending(context, { draftID, onSent: setSent });
  useKeepOnLeaving(context, draftID);
  const { isOpen, close } = check;
  const isReady =
    draft !== undefined && Object.keys(checkDraft(draft, context.platform.clock.now())).length === 0;
  // After a reload, or on a later day, the draft of an open review page may no longer be valid.
  const isLate = isOpen && draft !== undefined && !isReady && !sending.isPending;
  // A queued application is not a step of the form, so back must leave the review page.
  const isOver = isLate || (isOpen && sending.waiting);
  const closing = useRef(false);
  useEffect(() => {
    if (!isOver) return;
    closing.current = true;
    close();
  }, [isOver, close]);
  useEffect(() => {
    if (!isOpen) closing.current = false;
    // `onSent` waits for a history navigation in progress: its own navigation counts entries from the final
    // position.
    if (sent !== null && !closing.current) onSent(sent);
  }, [isOpen, sent, onSent]);

  if (draft === undefined) {
    return (
      <Screen title={shell.views.apply}>
        {failed ? (
          <ErrorState text={errorOf(null)} retryLabel={common.retry} onRetry={retry} />
        ) : (
          <SkeletonList label={common.loading} rows={4} />
        )}
      </Screen>
    );
  }
  if (sending.waiting || (isOpen && (isReady || sending.isPending))) {
    return <CheckPage title={apply.check} draft={draft} sending={sending} onEdit={close} />;
  }
  return (
    <DraftFields
      draft={draft}
      context={context}
      change={change}
      changeDetails={changeDetails}
      refusal={sending.error}
      onEdited={sending.clear}
      onNext={check.open}
    />
  );
}
