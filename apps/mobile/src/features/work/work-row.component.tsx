import type { Flow, Task } from '@sealflow/contract';
import type { ReactNode } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { FlowStateTag, TaskStateTag } from './state-tag.component.tsx';
import { useTypeName } from './type-name.hook.ts';
import { useWaitText } from './wait-text.hook.ts';
import styles from './work-row.module.css';

type RowProps = {
  readonly title: string;
  readonly detail: string;
  readonly time: number;
  readonly tag: ReactNode;
  readonly aside?: string | undefined;
  readonly onOpen: () => void;
};

function Row({ title, detail, time, tag, aside, onOpen }: RowProps) {
  const { common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        <time className={styles.soft} dateTime={new Date(time).toISOString()}>
          {shortTime(time, { now: clock.now(), language, yesterday: common.yesterday })}
        </time>
      </span>
      <span className={styles.detail}>{detail}</span>
      <span className={styles.line}>
        {tag}
        {aside === undefined ? null : <span className={styles.soft}>{aside}</span>}
      </span>
    </button>
  );
}

export function TaskRow({ task, onOpen }: { readonly task: Task; readonly onOpen: (task: Task) => void }) {
  const { work } = useTexts();
  const waitText = useWaitText();
  const typeName = useTypeName();
  const { flow } = task;
  return (
    <Row
      title={flow.title}
      detail={`${typeName({ type: flow.type, name: flow.typeName })} · ${work.by(flow.applicant.name)}`}
      time={task.createAt}
      tag={<TaskStateTag task={task} />}
      aside={task.state === 'awaiting' ? work.waited(waitText(task.createAt)) : work.steps[task.nodeType]}
      onOpen={() => onOpen(task)}
    />
  );
}

export function FlowRow({ flow, onOpen }: { readonly flow: Flow; readonly onOpen: (flow: Flow) => void }) {
  const typeName = useTypeName();
  return (
    <Row
      title={flow.title}
      detail={typeName({ type: flow.type, name: flow.typeName })}
      time={flow.createAt}
      tag={<FlowStateTag state={flow.state} />}
      onOpen={() => onOpen(flow)}
    />
  );
}
