import type { ApplicationType } from '@sealflow/contract';
import { useEffect } from 'react';
import { useLayer } from '../../app/shell/layer.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { ErrorState } from '../../ui/state.component.tsx';
import { checkDraft } from './check-draft.rules.ts';
import { CheckPage } from './check-page.component.tsx';
import { useDraft } from './draft.hook.ts';
import { DraftFields } from './draft-fields.component.tsx';
import { useKeepOnLeaving } from './keep.hook.ts';
import { useSending } from './sending.hook.ts';

type ApplicationFormProps = {
  readonly type: ApplicationType;
  readonly draftID: string;
  /** Told the application's id. */
  readonly onSent: (flowID: string) => void;
};

/** Writing an application, and looking at it once more before it goes out. */
export function ApplicationForm({ type, draftID, onSent }: ApplicationFormProps) {
  const { shell, apply, common } = useTexts();
  const errorOf = useErrorText();
  const { draft, context, change, changeDetails, failed, retry } = useDraft({ type, draftID });
  const check = useLayer('check');
  const sending = useSending(context, { draftID, onSent });
  useKeepOnLeaving(context, draftID);
  const { isOpen, close } = check;
  const isReady =
    draft !== undefined && Object.keys(checkDraft(draft, context.platform.clock.now())).length === 0;
  // A reload, or a day that went by, can leave a page to check with nothing on it that could be sent.
  const isLate = isOpen && draft !== undefined && !isReady && !sending.isPending;
  useEffect(() => {
    if (isLate) close();
  }, [isLate, close]);

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
  if (isOpen && (isReady || sending.isPending)) {
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
