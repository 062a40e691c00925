import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { draftAddress } from '../apply-address.rules.ts';
import { readDraft } from './drafts.store.ts';

/** Opens a local draft by its id alone, which is all that an outbox entry has. */
export function ResumeDraft({ draftID }: { readonly draftID: string }) {
  const { shell, apply, common } = useTexts();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const context = useDocumentsContext();
  const { state } = useLocation();
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    readDraft(context, draftID).then(
      (draft) =>
        draft === null
          ? setIsGone(true)
          : navigate(draftAddress(draft.type, draftID), { replace: true, state }),
      () => setIsGone(true),
    );
  }, [context, draftID, navigate, state]);
  return (
    <Screen title={shell.views.apply}>
      {isGone ? (
        <EmptyState
          title={apply.draftGone}
          hint={apply.draftGoneHint}
          action={<Button onClick={goBack}>{common.back}</Button>}
        />
      ) : (
        <SkeletonList label={common.loading} rows={4} />
      )}
    </Screen>
  );
}
