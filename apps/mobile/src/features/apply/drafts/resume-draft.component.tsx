import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { draftAddress } from '../apply-address.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { readDraft } from '../drafts.store.ts';
import { useReadErrorText } from './draft.hook.ts';
import { DraftGone } from './draft-gone.component.tsx';

/** Opens a local draft by its id alone, which is all that an outbox entry has. */
export function ResumeDraft({ draftID }: { readonly draftID: string }) {
  const { shell, common } = useTexts();
  const navigate = useNavigate();
  const context = useDocumentsContext();
  const { state } = useLocation();
  const readErrorText = useReadErrorText();
  const [isGone, setIsGone] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    const show = (draft: ApplicationDraft | null) => {
      setError(null);
      if (draft === null) setIsGone(true);
      else navigate(draftAddress(draft.type, draftID), { replace: true, state });
    };
    readDraft(context, draftID).then(show, setError);
  }, [context, draftID, navigate, state]);
  useEffect(read, [read]);
  return (
    <Screen title={shell.views.apply}>
      {isGone ? <DraftGone /> : null}
      {error === null ? null : (
        <ErrorState text={readErrorText(error)} retryLabel={common.retry} onRetry={read} />
      )}
      {isGone || error !== null ? null : <SkeletonList label={common.loading} rows={4} />}
    </Screen>
  );
}
