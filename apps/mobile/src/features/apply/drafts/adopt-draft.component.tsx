import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { useEffect } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError } from '../../../platform/api/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { QueryError } from '../../../shell/notices/query-error.component.tsx';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useApplyTenant, useServiceDraft } from '../apply.queries.ts';
import { draftAddress, flowDetailAddress } from '../apply-address.rules.ts';
import { DraftGone } from './draft-gone.component.tsx';
import { adoptDraft } from './drafts.usecases.ts';
import { isRevisable, openRevision } from './revision.usecases.ts';

/**
 * Opens a service draft that another device wrote, or a returned application for changes. A draft that was submitted meanwhile opens as its
 * application.
 */
export function AdoptDraft({ flowID }: { readonly flowID: string }) {
  const { shell, common } = useTexts();
  const navigate = useNavigate();
  const context = useDocumentsContext();
  const { state } = useLocation();
  const { tid, tserviceVersion } = useApplyTenant();
  const { email } = useSignedIn().account;
  const query = useServiceDraft(flowID);
  const { data, error, isPending } = query;
  useEffect(() => {
    if (data === undefined) return;
    const isRevision = isRevisable(data.info);
    if (data.info.state !== 'new' && !isRevision) {
      navigate(flowDetailAddress(flowID, tserviceVersion), { replace: true });
      return;
    }
    const adopt = isRevision ? openRevision : adoptDraft;
    void adopt(context, { tid, email, service: data }).then((draftID) =>
      navigate(draftAddress(data.info.type, draftID), { replace: true, state }),
    );
  }, [data, flowID, tserviceVersion, context, tid, email, navigate, state]);
  const isGone = error instanceof ApiError && error.code === 'work.flow_not_found';
  return (
    <Screen title={shell.views.apply}>
      {isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {isGone ? <DraftGone /> : <QueryError query={query} />}
    </Screen>
  );
}
