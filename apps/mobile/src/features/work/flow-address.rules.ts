import type { Flow, Task } from '@sealflow/contract';
import { usesDialect16 } from '@sealflow/domain/versions';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';

/**
 * The ids of an application and, if the user came for a task, of that task. They are passed in the query
 * (section 2).
 */
export type FlowAddress = { readonly flowID: string; readonly taskID: string | null };

/** Parses the query of a flow screen; null without a flow id. */
export function parseFlowAddress(query: URLSearchParams): FlowAddress | null {
  const flowID = query.get('flowID');
  return flowID === null || flowID === '' ? null : { flowID, taskID: query.get('taskID') };
}

function withQuery(
  path: string,
  { flowID, taskID }: FlowAddress,
  more: Readonly<Record<string, string>> = {},
) {
  const query = new URLSearchParams({ flowID, ...(taskID === null ? {} : { taskID }), ...more });
  return `${path}?${query}`;
}

/** Path of the detail screen in the tenant's service version. */
export const flowPath = (address: FlowAddress, serviceVersion: string): string =>
  withQuery(usesDialect16(serviceVersion) ? paths.flowinfo16 : paths.flowinfo, address);

/** Path of a list row: the detail screen, or the form of an unsent draft. */
export function rowPath(item: Task | Flow, serviceVersion: string): string {
  if ('flow' in item) return flowPath({ flowID: item.flow.id, taskID: item.id }, serviceVersion);
  if (item.state === 'new') return viewAddress(paths.work, 'apply', { flow: item.id });
  return flowPath({ flowID: item.id, taskID: null }, serviceVersion);
}

/** The decisions that have a screen of their own. */
export type DecisionAction = 'approve' | 'reject' | 'complete' | 'return' | 'add-approval' | 'transfer';

/** Path of a decision's screen: a path of section 2, or a view of one. */
export function decisionPath(action: DecisionAction, address: FlowAddress, serviceVersion: string): string {
  if (action === 'approve') return withQuery(paths.taskagree, address);
  if (action === 'reject') return withQuery(paths.taskrefuse, address);
  if (action === 'complete') return withQuery(paths.taskagree, address, { view: 'completion' });
  const path = usesDialect16(serviceVersion) ? paths.flowinfo16 : paths.flowinfo;
  return withQuery(path, address, { view: action === 'add-approval' ? 'addition' : action });
}

/** Path of the result screen of a decision. */
export const resultPath = (action: DecisionAction, address: FlowAddress, state: 'sent' | 'waiting'): string =>
  withQuery(paths.flowfinish, address, { verdict: action, ...(state === 'waiting' ? { state } : {}) });
