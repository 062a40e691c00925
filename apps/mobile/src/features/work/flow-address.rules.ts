import { speaksSixteen } from '@sealflow/domain/versions';
import { paths } from '../../app/shell/paths.ts';

/** Which application, and where one came for a task, which: identity travels in the query (section 2). */
export type FlowAddress = { readonly flowID: string; readonly taskID: string | null };

export function readAddress(query: URLSearchParams): FlowAddress | null {
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

/** The detail screen of the tenant's dialect. */
export const flowPath = (address: FlowAddress, serviceVersion: string): string =>
  withQuery(speaksSixteen(serviceVersion) ? paths.flowinfo16 : paths.flowinfo, address);

export const decisionPath = (verdict: 'approve' | 'reject', address: FlowAddress): string =>
  withQuery(verdict === 'approve' ? paths.taskagree : paths.taskrefuse, address);

export const finishPath = (verdict: 'approve' | 'reject', address: FlowAddress): string =>
  withQuery(paths.flowfinish, address, { verdict });
