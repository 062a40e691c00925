import type { ApplicationType } from '@sealflow/contract';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { documentErrorOf } from '../../../platform/documents/document.errors.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { randomID } from '../../../platform/random.util.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useApplyTenant } from '../apply.queries.ts';
import { type Attachment, draftAddress } from '../apply-address.rules.ts';
import { createDraftWithDocument } from './create-draft.usecases.ts';

type NewDraftProps = {
  readonly type: ApplicationType;
  readonly attachment: Attachment | null;
};

/** Puts the new draft's id into the address, so that a reload opens the same draft. */
export function NewDraft({ type, attachment }: NewDraftProps) {
  const { shell, preview, common } = useTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const context = useDocumentsContext();
  const { tid } = useApplyTenant();
  const { account, user } = useSignedIn();
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef({ context, state, account, user });
  const hasBegun = useRef(false);
  useEffect(() => {
    latest.current = { context, state, account, user };
  });
  const createAndOpen = useCallback(async () => {
    const current = latest.current;
    const draftID = randomID();
    try {
      if (attachment !== null) {
        const { email } = current.account;
        await createDraftWithDocument(current.context, {
          start: { draftID, tid, type, email },
          attachment,
          person: current.user,
        });
      }
      navigate(draftAddress(type, draftID), { replace: true, state: current.state });
    } catch (error) {
      setFailure(error);
    }
  }, [attachment, navigate, tid, type]);
  useEffect(() => {
    // React may run the effect twice; only one draft is created.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void createAndOpen();
  }, [createAndOpen]);
  if (attachment === null) return null;
  return (
    <Screen title={shell.views.apply}>
      {failure === null ? (
        <SkeletonList label={common.loading} rows={4} />
      ) : (
        <ErrorState
          text={preview.problems[documentErrorOf(failure).code].title}
          retryLabel={common.retry}
          onRetry={() => {
            setFailure(null);
            void createAndOpen();
          }}
        />
      )}
    </Screen>
  );
}
