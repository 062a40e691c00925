import { ApiError } from '../../../platform/api/index.ts';

/** A problem that a retry does not resolve: another person has decided, or the application has changed. */
export type FlowProblem = 'handled' | 'moved' | 'gone' | 'changed' | 'noPermission';

const problemByCode: Readonly<Partial<Record<string, FlowProblem>>> = {
  'work.task_state_error': 'handled',
  'work.task_not_found': 'handled',
  'work.flow_state_error': 'moved',
  'work.flow_not_found': 'gone',
  'work.workflow_not_found': 'gone',
  'work.changed_since_seen': 'changed',
  'app.no_rights': 'noPermission',
};

/** The problem of an error; null if a retry may succeed. */
export const problemOf = (error: unknown): FlowProblem | null =>
  error instanceof ApiError ? (problemByCode[error.code] ?? null) : null;
