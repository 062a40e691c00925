import type { Flow, Task } from '@sealflow/contract';
import { waitTime } from '@sealflow/domain/wait-time';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { type MouseEvent, memo, type ReactNode, useCallback } from 'react';
import { shortTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useRowPress } from '../../../shell/lists/row-press.hook.ts';
import { FlowStateTag, TaskStateTag, WaitingTag } from '../state-tag.component.tsx';
import { useTypeName } from '../type-name.hook.ts';
import styles from './work-row.module.css';

/** State of a row in multi-select: selected, selectable, or not selectable; null outside of multi-select. */
export type RowSelectionState = 'on' | 'off' | 'unfit' | null;

type RowProps = {
  readonly title: string;
  readonly detail: string;
  readonly time: number;
  readonly tag: ReactNode;
  readonly aside?: string | undefined;
  readonly selectionState?: RowSelectionState;
  /** Whether it is open beside the list. */
  readonly isCurrent: boolean;
  readonly onPress: (event: MouseEvent) => void;
  readonly onLongPress?: (() => void) | undefined;
  readonly onContextMenu?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
};

function Row({
  title,
  detail,
  time,
  tag,
  aside,
  selectionState = null,
  isCurrent,
  onPress,
  onLongPress,
  onContextMenu,
}: RowProps) {
  const { common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const pressHandlers = useRowPress({ onPress, onLongPress, onContextMenu });
  return (
    <button
      type="button"
      data-row
      className={classNames(
        styles.row,
        selectionState !== null && styles.choosing,
        selectionState === 'on' && styles.chosen,
      )}
      aria-current={isCurrent ? 'true' : undefined}
      disabled={selectionState === 'unfit'}
      {...(selectionState === null ? {} : { role: 'checkbox', 'aria-checked': selectionState === 'on' })}
      {...pressHandlers}
    >
      {selectionState === null ? null : (
        <span className={styles.check} data-on={selectionState === 'on'} aria-hidden="true">
          {selectionState === 'on' ? <CheckIcon size={16} /> : null}
        </span>
      )}
      <span className={styles.title}>{title}</span>
      <time className={styles.time} dateTime={new Date(time).toISOString()}>
        {shortTime(time, { now: clock.now(), language, yesterday: common.yesterday })}
      </time>
      <span className={styles.detail}>{detail}</span>
      {tag}
      {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
    </button>
  );
}

type TaskRowProps = {
  readonly task: Task;
  readonly selectionState?: RowSelectionState;
  /** Whether a decision on the task is queued. */
  readonly isQueued?: boolean;
  readonly isCurrent?: boolean;
  readonly index?: number;
  readonly onPress: (task: Task, index: number, event: MouseEvent) => void;
  readonly onLongPress?: ((task: Task, index: number) => void) | undefined;
  readonly onContextMenu?: ((event: MouseEvent<HTMLElement>, task: Task, index: number) => void) | undefined;
};

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, selectionState = null, isQueued = false, isCurrent = false } = props;
  const { index = 0, onPress, onLongPress, onContextMenu } = props;
  const { work, absence } = useTexts();
  const waitText = useWaitText();
  const typeName = useTypeName();
  const { flow, deputyFor } = task;
  const standsFor = deputyFor ? ` · ${absence.standsFor(deputyFor.name)}` : '';
  return (
    <Row
      title={flow.title}
      detail={`${typeName({ type: flow.type, name: flow.typeName })} · ${work.by(flow.applicant.name)}${standsFor}`}
      time={task.createAt}
      tag={isQueued ? <WaitingTag /> : <TaskStateTag task={task} />}
      aside={task.state === 'awaiting' ? work.waited(waitText(task.createAt)) : work.steps[task.nodeType]}
      selectionState={selectionState}
      isCurrent={isCurrent}
      onPress={(event) => onPress(task, index, event)}
      onLongPress={onLongPress && (() => onLongPress(task, index))}
      onContextMenu={onContextMenu && ((event) => onContextMenu(event, task, index))}
    />
  );
});

type FlowRowProps = {
  readonly flow: Flow;
  readonly isQueued?: boolean;
  readonly isCurrent?: boolean;
  readonly onPress: (flow: Flow) => void;
  readonly onContextMenu?: ((event: MouseEvent<HTMLElement>, flow: Flow) => void) | undefined;
};

export const FlowRow = memo(function FlowRow({
  flow,
  isQueued = false,
  isCurrent = false,
  onPress,
  onContextMenu,
}: FlowRowProps) {
  const typeName = useTypeName();
  return (
    <Row
      title={flow.title}
      detail={typeName({ type: flow.type, name: flow.typeName })}
      time={flow.createAt}
      tag={isQueued ? <WaitingTag /> : <FlowStateTag flow={flow} />}
      isCurrent={isCurrent}
      onPress={() => onPress(flow)}
      onContextMenu={onContextMenu && ((event) => onContextMenu(event, flow))}
    />
  );
});

/** Formats how long something has been waiting, in the largest unit that fits (section 9). */
function useWaitText(): (since: number) => string {
  const { work } = useTexts();
  const { clock } = usePlatform();
  return useCallback(
    (since) => {
      const { value, unit } = waitTime(clock.serverNow() - since);
      return work.times[unit](value);
    },
    [work, clock],
  );
}
