import type { Flow } from '@sealflow/contract';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { Screen } from '../../../shell/screen.component.tsx';
import { rowPath } from '../flow-address.rules.ts';
import { useOpenFlow } from '../list/open-flow.hook.ts';
import { FlowRow } from '../list/work-row.component.tsx';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { useFollowedFlows } from './follow.queries.ts';

/** /work?view=followed: the applications that the user follows. */
export default function FollowedScreen() {
  const { shell, follow: texts } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const { isFlowOpen } = useOpenFlow();
  const { data, error, isPending, isFetching, refetch } = useFollowedFlows();
  const flows = data?.data ?? [];
  const open = useCallback(
    (flow: Flow) => void navigate(rowPath(flow, tserviceVersion)),
    [navigate, tserviceVersion],
  );
  return (
    <Screen title={shell.views.followed} onRefresh={() => refetch()}>
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={flows.length}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
      >
        <ul>
          {flows.map((flow) => (
            <li key={flow.id}>
              <FlowRow flow={flow} isQueued={false} isCurrent={isFlowOpen(flow.id)} onPress={open} />
            </li>
          ))}
        </ul>
      </ListState>
    </Screen>
  );
}
