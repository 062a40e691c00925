import type { Task } from '@sealflow/contract';
import { useMemo } from 'react';
import { usePane } from '../../../shell/navigation/pane.hook.ts';

/** Tells which row of a list is open beside it. */
export function useOpenFlow() {
  const { detail } = usePane();
  return useMemo(() => {
    const query = new URLSearchParams(detail?.search);
    // The form of a draft has the application as `flow`.
    const flowID = query.get('flowID') ?? query.get('flow');
    const taskID = query.get('taskID');
    const isFlowOpen = (id: string) => id === flowID;
    const isTaskOpen = (task: Task) => (taskID === null ? isFlowOpen(task.flow.id) : task.id === taskID);
    return { isFlowOpen, isTaskOpen };
  }, [detail]);
}
