import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useBadges } from '../../app/shell/badges.store.ts';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTenantMenu } from '../../app/shell/switch-tenant.hook.ts';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { Badge } from '../../ui/badge.component.tsx';
import { CheckIcon, ChevronRightIcon, DocumentsIcon, TaskIcon } from '../../ui/icons.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { type ApprovalFilter, writeFilter } from './approval-filter.rules.ts';
import { flowPath } from './flow-address.rules.ts';
import styles from './work.module.css';
import { useTasks, useWorkTenant } from './work.queries.ts';
import { TaskRow } from './work-row.component.tsx';

const waiting: ApprovalFilter = { list: 'tasks', state: 'awaiting', type: null, date: 'all' };
const recentTasks = 5;

/** /work: what one can do, and what waits. */
export default function WorkScreen() {
  const { shell, work, common } = useTexts();
  const errorOf = useErrorText();
  const navigate = useNavigate();
  const badges = useBadges();
  const { tname, tserviceVersion } = useWorkTenant();
  const tenantMenu = useTenantMenu();
  const tasks = useTasks(waiting);
  const openList = (filter: ApprovalFilter) => void navigate(`${paths.approval}?${writeFilter(filter)}`);

  const refresh = async () => {
    const { error } = await tasks.refetch();
    if (error !== null) showSnackbar({ color: 'error', text: errorOf(error) });
  };
  return (
    <Screen
      title={tenantMenu ? tname : shell.titles.work}
      titleMenu={tenantMenu}
      back="none"
      onRefresh={refresh}
    >
      <section className={styles.functions} aria-label={work.functions}>
        <h2 className={styles.heading}>{work.functions}</h2>
        <ul className={styles.tiles}>
          <Tile
            icon={<TaskIcon />}
            label={work.todo}
            count={badges.tasks}
            countLabel={shell.waiting(badges.tasks)}
            onPress={() => openList(waiting)}
          />
          <Tile
            icon={<CheckIcon />}
            label={work.handled}
            onPress={() => openList({ ...waiting, state: 'processed' })}
          />
          <Tile
            icon={<DocumentsIcon />}
            label={work.applied}
            count={badges.flows}
            countLabel={shell.waiting(badges.flows)}
            onPress={() => openList({ ...waiting, list: 'flows', state: null })}
          />
        </ul>
      </section>
      <section aria-label={work.recent}>
        <div className={styles.headingRow}>
          <h2 className={styles.heading}>{work.recent}</h2>
          <button type="button" className={styles.all} onClick={() => openList({ ...waiting, state: null })}>
            {work.all}
            <ChevronRightIcon size={18} />
          </button>
        </div>
        {tasks.isPending ? <SkeletonList label={common.loading} rows={3} /> : null}
        {tasks.error !== null && tasks.items.length === 0 ? (
          <ErrorState
            text={errorOf(tasks.error)}
            retryLabel={common.retry}
            retrying={tasks.isFetching}
            onRetry={() => void tasks.refetch()}
          />
        ) : null}
        {tasks.isSuccess && tasks.items.length === 0 ? (
          <EmptyState title={work.noTodo} hint={work.noTodoHint} />
        ) : null}
        <ul>
          {tasks.items.slice(0, recentTasks).map((task) => (
            <li key={task.id}>
              <TaskRow
                task={task}
                onOpen={({ id: taskID, flow }) =>
                  void navigate(flowPath({ flowID: flow.id, taskID }, tserviceVersion))
                }
              />
            </li>
          ))}
        </ul>
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
