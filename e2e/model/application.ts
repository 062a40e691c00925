import type { StageCondition } from '../../packages/domain/src/workflow/stage-rules.ts';

export type Step = 'initiate' | 'approve' | 'cc' | 'file_process';

/** A stage of an application type. */
export interface Stage {
  readonly requiresAll: boolean;
  readonly people: readonly string[];
  /** The applications that have the stage; missing if all have it. */
  readonly when?: StageCondition;
}

/** The configuration of an application type. In an application, the stages are those that it has. */
export interface Procedure {
  readonly stages: readonly Stage[];
  /** The people who decide in the only stage if an application has no other. */
  readonly fallback?: readonly string[];
  /** The people who get an overdue task, and how often a task is passed on. */
  readonly escalation?: { readonly people: readonly string[]; readonly times: number };
  readonly cc: readonly string[];
  /** The executors who start the processing, the service itself, or no processing. */
  readonly processing: readonly string[] | 'service' | 'none';
  readonly allowsDirectCompletion: boolean;
  /** How long a task stays open; null without a limit. */
  readonly timeLimitMs: number | null;
}

export interface Task {
  readonly step: Step;
  readonly stage: number;
  /** How often the application was returned before. */
  readonly round: number;
  /** Null if no member could receive the task. */
  readonly assignee: string | null;
  /** The index of the task that this task replaces, or null. */
  readonly replacedTask: number | null;
  /** Whether the replaced task waits for this one. */
  readonly isAdded: boolean;
  readonly dueAt: number;
  /** Null while the task is open. */
  outcome: string | null;
  note: string | null;
}

export interface Application {
  readonly applicant: string;
  readonly procedure: Procedure;
  state: string;
  stage: number;
  round: number;
  readonly tasks: Task[];
}

export type ModelAction =
  | { readonly kind: 'approve' | 'reject' | 'complete' | 'read' | 'handle'; readonly task: number }
  /** `stage` is null for the applicant. */
  | { readonly kind: 'return'; readonly task: number; readonly stage: number | null }
  | { readonly kind: 'add-approval' | 'transfer'; readonly task: number; readonly to: readonly string[] };

export interface ModelContext {
  readonly now: number;
  readonly isMember: (person: string) => boolean;
  /** Whether a person decides the tasks of an absent one. */
  readonly isDeputy: (person: string, absent: string) => boolean;
}

const terminalStates = new Set(['rejected', 'finished', 'canceled', 'terminated']);
const processedOutcomes = new Set([
  'approved',
  'rejected',
  'direct_completed',
  'converted_to_add_approval',
  'transferred',
  'handled',
]);

export const isTerminal = ({ state }: Application): boolean => terminalStates.has(state);

/** The service’s name for the state of a task. */
export const stateOf = ({ outcome }: Task): string =>
  outcome === null ? 'awaiting' : processedOutcomes.has(outcome) ? 'processed' : 'canceled';
