import { AlertIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { decisionPath, flowPath } from '../features/work/flow-address.rules.ts';
import { emptyFilter, filterQuery } from '../features/work/list/approval-filter.rules.ts';
import { useVisibleButtons } from '../features/work/list/work-buttons.hook.ts';
import { useTexts } from '../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../platform/session/index.ts';
import { recordLocation } from '../shell/navigation/pane-history.store.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { useShowFailure } from '../shell/notices/failure.hook.ts';
import { useNavigate } from '../shell/router/index.ts';
import { Screen } from '../shell/screen.component.tsx';
import type { NoticeTarget } from './notice-address.rules.ts';

type ArrivalProps = { readonly target: NoticeTarget };

/**
 * Opens the task of a pressed notification, with the list of tasks behind it, so that one step back leads to the list however the
 * app was opened. For a task of another organisation the person switches first.
 */
export function NoticeArrival({ target }: ArrivalProps) {
  const { tenant } = useSignedIn();
  return target.tid === tenant?.tid ? (
    <OwnArrival target={target} serviceVersion={tenant.tserviceVersion} />
  ) : (
    <OtherArrival target={target} />
  );
}

function OwnArrival({ target, serviceVersion }: ArrivalProps & { readonly serviceVersion: string }) {
  const navigate = useNavigate();
  const visible = useVisibleButtons();
  const isOpened = useRef(false);
  // Before the paint: the person sees the list only if they go back to it.
  useLayoutEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const { action, address } = target;
    const search = `?${filterQuery(emptyFilter('tasks'))}`;
    navigate({ pathname: paths.approval, search }, { replace: true });
    // The list is not rendered in between, but it stands beside the task on a wide screen.
    const { key } = window.history.state as { readonly key: string };
    recordLocation({ pathname: paths.approval, search, hash: '', state: null, key });
    if (action !== null && visible[action])
      navigate(decisionPath(action, address, serviceVersion), { state: { depth: 0 } });
    else navigate(flowPath(address, serviceVersion));
  }, [navigate, visible, target, serviceVersion]);
  return null;
}

/** A task of another organisation; it opens by itself once the person has switched. */
function OtherArrival({ target }: ArrivalProps) {
  const { common, messages, notices, work, shell } = useTexts();
  const navigate = useNavigate();
  const { tenant, tenants } = useSignedIn();
  const { chooseTenant } = useSessionActions();
  const showFailure = useShowFailure();
  const [isSwitching, setSwitching] = useState(false);
  const membership = tenants.find(({ id }) => id === target.tid);
  const leave = () =>
    navigate(tenant === null ? paths.root : `${paths.approval}?${filterQuery(emptyFilter('tasks'))}`, {
      replace: true,
    });
  const enter = async () => {
    setSwitching(true);
    try {
      await chooseTenant(target.tid);
    } catch (error) {
      setSwitching(false);
      showFailure(error);
    }
  };
  return (
    <Screen title={shell.titles.flowinfo}>
      <EmptyState
        icon={<AlertIcon size={48} />}
        title={membership === undefined ? notices.foreignTaskTitle : messages.otherTenantTitle}
        hint={membership === undefined ? notices.foreignTaskHint : notices.otherTenantTask(membership.name)}
        action={
          <>
            {membership === undefined ? null : (
              <Button variant="primary" loading={isSwitching} onClick={() => void enter()}>
                {messages.switchAndOpen}
              </Button>
            )}
            <Button onClick={leave}>{tenant === null ? common.back : work.lists.tasks}</Button>
          </>
        }
      />
    </Screen>
  );
}
