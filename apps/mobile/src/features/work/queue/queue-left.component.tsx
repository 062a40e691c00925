import { useTexts } from '../../../i18n/index.ts';
import styles from './queue.module.css';
import { usePrefetchNext, useTaskQueue } from './task-queue.hook.ts';

/** Above a task that was opened from a list: how many tasks are left. */
export function QueueLeft({ taskID }: { readonly taskID: string }) {
  const { work } = useTexts();
  const { isOn, left } = useTaskQueue();
  usePrefetchNext(taskID);
  const count = left();
  return isOn && count > 0 ? <p className={styles.left}>{work.remaining(count)}</p> : null;
}
