import type { Task } from '@sealflow/contract';
import {
  AddIcon,
  BookmarkIcon,
  CheckIcon,
  ChevronRightIcon,
  DocumentsIcon,
  TaskIcon,
} from '@sealflow/ui/icons.component.tsx';
import { Badge } from '@sealflow/ui/status/badge.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type ReactNode, useCallback } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useBadges } from '../../../shell/badges/badges.store.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { RightsUnavailable } from '../../../shell/notices/rights-unavailable.component.tsx';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useTenantMenu } from '../../../shell/tenants/switch-tenant.hook.ts';
import { AbsenceBanner } from '../absence-banner.component.tsx';
import { rowPath } from '../flow-address.rules.ts';
import { OutboxBanner } from '../outbox/outbox-banner.component.tsx';
import { useOutboxEntries } from '../outbox/outbox-entries.hook.ts';
import { queueStateOf } from '../queue/queue-state.rules.ts';
import styles from '../work.module.css';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { type ApprovalFilter, emptyFilter, filterQuery } from './approval-filter.rules.ts';
import { useOpenFlow } from './open-flow.hook.ts';
import { useTaskMenu } from './row-menus.hook.ts';
import { StoredNotice } from './stored-notice.component.tsx';
import { useVisibleButtons } from './work-buttons.hook.ts';
import { useWorkList } from './work-list.queries.ts';
import { TaskRow } from './work-row.component.tsx';

const awaitingFilter = { ...emptyFilter('tasks'), list: 'tasks', state: 'awaiting' } as const;
const maxRecentTasks = 5;

/** /work: the functions and the awaiting tasks. */
export default function WorkScreen() {
  const { shell, work } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  const badges = useBadges();
  const { tname, tserviceVersion } = useWorkTenant();
  const tenantMenu = useTenantMenu();
  const buttons = useVisibleButtons();
  const { isTaskOpen } = useOpenFlow();
  const { load, stored, items, isFetching, refetch } = useWorkList(awaitingFilter);
  const decided = new Set(
    useOutboxEntries().map(({ state, subject }) => (state === 'waiting' ? subject : null)),
  );
  const openList = (filter: ApprovalFilter) => navigate(`${paths.approval}?${filterQuery(filter)}`);

  const openTask = useCallback(
    (task: Task) => navigate(rowPath(task, tserviceVersion), { state: queueStateOf(awaitingFilter) }),
    [navigate, tserviceVersion],
  );
  const openMenu = useTaskMenu({ open: openTask, isQueued: ({ id }) => decided.has(id) });
  const refresh = async () => {
    const { error } = await refetch();
    if (error !== null) showFailure(error);
  };
  return (
    <Screen
      title={tenantMenu ? tname : shell.titles.work}
      titleMenu={tenantMenu}
      back="none"
      onRefresh={refresh}
    >
      <RightsUnavailable />
      <AbsenceBanner />
      <OutboxBanner />
      <section className={styles.functions} aria-label={work.functions}>
        <h2 className={styles.heading}>{work.functions}</h2>
        <ul className={styles.tiles}>
          <Tile
            icon={<TaskIcon />}
            label={work.todo}
            count={badges.tasks}
            countLabel={shell.waiting(badges.tasks)}
            onPress={() => openList(awaitingFilter)}
          />
          <Tile
            icon={<CheckIcon />}
            label={work.handled}
            onPress={() => openList({ ...awaitingFilter, state: 'processed' })}
          />
          <Tile
            icon={<DocumentsIcon />}
            label={work.applied}
            count={badges.flows}
            countLabel={shell.waiting(badges.flows)}
            onPress={() => openList(emptyFilter('flows'))}
          />
          <Tile
            icon={<BookmarkIcon />}
            label={shell.views.followed}
            onPress={() => navigate(viewAddress(paths.work, 'followed'))}
          />
          {buttons.apply ? (
            <Tile
              icon={<AddIcon />}
              label={work.apply}
              onPress={() => navigate(viewAddress(paths.work, 'apply'))}
            />
          ) : null}
        </ul>
      </section>
      <section aria-label={work.recent}>
        <div className={styles.headingRow}>
          <h2 className={styles.heading}>{work.recent}</h2>
          <button
            type="button"
            className={styles.all}
            onClick={() => openList({ ...awaitingFilter, state: null })}
          >
            {work.all}
            <ChevronRightIcon size={18} />
          </button>
        </div>
        {load.status === 400 && items.length > 0 && stored !== null ? (
          <StoredNotice
            storedAt={stored.storedAt}
            error={load.error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : null}
        <ListState
          pending={load.status === 0}
          error={load.status === 400 ? load.error : null}
          retrying={isFetching}
          onRetry={() => void refetch()}
          count={items.length}
          skeletonRows={3}
          empty={<EmptyState title={work.noTodo} hint={work.noTodoHint} />}
        >
          <ul>
            {items.slice(0, maxRecentTasks).map((task) => (
              <li key={task.id}>
                <TaskRow
                  task={task}
                  isQueued={decided.has(task.id)}
                  isCurrent={isTaskOpen(task)}
                  onPress={openTask}
                  onContextMenu={openMenu}
                />
              </li>
            ))}
          </ul>
        </ListState>
      </section>
    </Screen>
  );
}

type TileProps = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly count?: number;
  readonly countLabel?: string;
  readonly onPress: () => void;
};

function Tile({ icon, label, count = 0, countLabel, onPress }: TileProps) {
  return (
    <li>
      <button type="button" className={styles.tile} onClick={onPress}>
        <span className={styles.tileIcon}>
          {icon}
          <span className={styles.tileBadge}>
            <Badge count={count} {...(countLabel === undefined ? {} : { label: countLabel })} />
          </span>
        </span>
        <span>{label}</span>
      </button>
    </li>
  );
}
