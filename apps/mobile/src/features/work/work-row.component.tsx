import type { Flow, Task } from '@sealflow/contract';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { CheckIcon } from '../../ui/icons.component.tsx';
import { useLongPress } from './long-press.hook.ts';
import { FlowStateTag, TaskStateTag, WaitingTag } from './state-tag.component.tsx';
import { useTypeName } from './type-name.hook.ts';
import { useWaitText } from './wait-text.hook.ts';
import styles from './work-row.module.css';

/** State of a row in multi-select: selected, selectable, or not selectable; null outside of multi-select. */
export type RowStanding = 'on' | 'off' | 'unfit' | null;

type RowProps = {
  readonly title: string;
  readonly detail: string;
  readonly time: number;
  readonly tag: ReactNode;
  readonly aside?: string | undefined;
  readonly standing?: RowStanding;
  readonly onPress: (event: MouseEvent) => void;
  readonly onLongPress?: (() => void) | undefined;
};

function Row({ title, detail, time, tag, aside, standing = null, onPress, onLongPress }: RowProps) {
  const { common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const presses = useLongPress({ onPress, onLongPress });
  return (
    <button
      type="button"
      className={classNames(
        styles.row,
        standing !== null && styles.choosing,
        standing === 'on' && styles.chosen,
      )}
      disabled={standing === 'unfit'}
      {...(standing === null ? {} : { role: 'checkbox', 'aria-checked': standing === 'on' })}
      {...presses}
    >
      {standing === null ? null : (
        <span className={styles.check} data-on={standing === 'on'} aria-hidden="true">
          {standing === 'on' ? <CheckIcon size={16} /> : null}
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
  readonly standing?: RowStanding;
  /** Whether a decision on the task is queued. */
  readonly isWaiting?: boolean;
  readonly index?: number;
  readonly onPress: (task: Task, index: number, event: MouseEvent) => void;
  readonly onLongPress?: ((task: Task, index: number) => void) | undefined;
};

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, standing = null, isWaiting = false, index = 0, onPress, onLongPress } = props;
  const { work } = useTexts();
  const waitText = useWaitText();
  const typeName = useTypeName();
  const { flow } = task;
  return (
    <Row
      title={flow.title}
      detail={`${typeName({ type: flow.type, name: flow.typeName })} · ${work.by(flow.applicant.name)}`}
      time={task.createAt}
      tag={isWaiting ? <WaitingTag /> : <TaskStateTag task={task} />}
      aside={task.state === 'awaiting' ? work.waited(waitText(task.createAt)) : work.steps[task.nodeType]}
      standing={standing}
      onPress={(event) => onPress(task, index, event)}
      onLongPress={onLongPress && (() => onLongPress(task, index))}
    />
  );
});

type FlowRowProps = {
  readonly flow: Flow;
  readonly isWaiting?: boolean;
  readonly onPress: (flow: Flow) => void;
};

export const FlowRow = memo(function FlowRow({ flow, isWaiting = false, onPress }: FlowRowProps) {
  const typeName = useTypeName();
  return (
    <Row
      title={flow.title}
      detail={typeName({ type: flow.type, name: flow.typeName })}
      time={flow.createAt}
      tag={isWaiting ? <WaitingTag /> : <FlowStateTag state={flow.state} />}
      onPress={() => onPress(flow)}
    />
  );
});
