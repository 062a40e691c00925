import { ApiError } from '../../platform/api/index.ts';

/** What another press does not mend: somebody else was there, or the application is another one now. */
export type FlowProblem = 'handled' | 'moved' | 'gone' | 'changed' | 'noPermission';

const problems: Readonly<Partial<Record<string, FlowProblem>>> = {
  'work.task_state_error': 'handled',
  'work.task_not_found': 'handled',
  'work.flow_state_error': 'moved',
  'work.flow_not_found': 'gone',
  'work.workflow_not_found': 'gone',
  'work.changed_since_seen': 'changed',
  'app.no_rights': 'noPermission',
};

/** Names the problem of a failure; null for one that may pass. */
export const problemOf = (error: unknown): FlowProblem | null =>
  error instanceof ApiError ? (problems[error.code] ?? null) : null;
