import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';

/** Reports that a draft was submitted or deleted, with a button back. */
export function DraftGone() {
  const { apply, common } = useTexts();
  const goBack = useGoBack();
  return (
    <EmptyState
      title={apply.draftGone}
      hint={apply.draftGoneHint}
      action={<Button onClick={goBack}>{common.back}</Button>}
    />
  );
}
