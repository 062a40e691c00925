import type { Flow } from '@sealflow/contract';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type MouseEvent, useCallback } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { openContextMenu } from '../../../shell/lists/context-menu.store.ts';
import { useStableCallback } from '../../../shell/lists/stable-callback.hook.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { rowPath } from '../flow-address.rules.ts';
import { useOpenFlow } from '../list/open-flow.hook.ts';
import { FlowRow } from '../list/work-row.component.tsx';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { useFollow, useFollowedFlows } from './follow.queries.ts';

/** /work?view=followed: the applications that the user follows. */
export default function FollowedScreen() {
  const { shell, follow: texts, rows } = useTexts();
  const showFailure = useShowFailure();
  const { mutate: follow } = useFollow();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const { isFlowOpen } = useOpenFlow();
  const { data, error, isPending, isFetching, refetch } = useFollowedFlows();
  const flows = data?.data ?? [];
  const open = useCallback(
    (flow: Flow) => navigate(rowPath(flow, tserviceVersion)),
    [navigate, tserviceVersion],
  );
  const openMenu = useStableCallback((event: MouseEvent<HTMLElement>, flow: Flow) => {
    const end = () =>
      follow(
        { flowID: flow.id, isFollowed: false },
        {
          onError: showFailure,
          onSuccess: () => showSnackbar({ color: 'success', text: texts.ended }),
        },
      );
    openContextMenu(event, {
      items: [
        { id: 'open', label: rows.open },
        { id: 'end', label: texts.end },
      ],
      onSelect: (id) => (id === 'open' ? open(flow) : end()),
    });
  });
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
              <FlowRow flow={flow} isCurrent={isFlowOpen(flow.id)} onPress={open} onContextMenu={openMenu} />
            </li>
          ))}
        </ul>
      </ListState>
    </Screen>
  );
}
