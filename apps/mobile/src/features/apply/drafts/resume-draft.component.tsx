import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState, ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { draftAddress } from '../apply-address.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { readDraft } from '../drafts.store.ts';
import { useReadErrorText } from './draft.hook.ts';

/** Opens a local draft by its id alone, which is all that an outbox entry has. */
export function ResumeDraft({ draftID }: { readonly draftID: string }) {
  const { shell, apply, common } = useTexts();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const context = useDocumentsContext();
  const { state } = useLocation();
  const readErrorText = useReadErrorText();
  const [isGone, setIsGone] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    const show = (draft: ApplicationDraft | null) => {
      setError(null);
      if (draft === null) setIsGone(true);
      else void navigate(draftAddress(draft.type, draftID), { replace: true, state });
    };
    readDraft(context, draftID).then(show, setError);
  }, [context, draftID, navigate, state]);
  useEffect(read, [read]);
  return (
    <Screen title={shell.views.apply}>
      {isGone ? (
        <EmptyState
          title={apply.draftGone}
          hint={apply.draftGoneHint}
          action={<Button onClick={goBack}>{common.back}</Button>}
        />
      ) : null}
      {error === null ? null : (
        <ErrorState text={readErrorText(error)} retryLabel={common.retry} onRetry={read} />
      )}
      {isGone || error !== null ? null : <SkeletonList label={common.loading} rows={4} />}
    </Screen>
  );
}
