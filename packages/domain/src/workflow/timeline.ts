import type { Process, Situation, Task } from './model.ts';
import { standingOf } from './stage.ts';
import { type FlowState, isTerminal, type StepType } from './vocabulary.ts';

const stepStandings = ['done', 'current', 'upcoming', 'stopped', 'skipped'] as const;
export type StepStanding = (typeof stepStandings)[number];

/** A step of a flow for display. */
export interface TimelineStep {
  readonly step: StepType;
  /** Index of the approval stage; null for other steps. */
  readonly stage: number | null;
  readonly rule: 'any_of' | 'all_of' | null;
  /** `stopped`: the flow ended at this step; `skipped`: the step will not be reached. */
  readonly standing: StepStanding;
  readonly tasks: readonly Task[];
}

/** The steps of a flow in order, including future ones. @param snapshot - the flow and all its tasks. */
export function timeline({ flow, tasks }: Situation): readonly TimelineStep[] {
  const { process, state } = flow;
  const over = isTerminal(state);
  const reached = approvalIsOver(process, tasks);
  const steps: TimelineStep[] = [];
  const add = (step: StepType, standing: StepStanding, own: readonly Task[] = ofStep(step, tasks)): void => {
    steps.push({ step, stage: null, rule: null, standing, tasks: own });
  };

  add('initiate', state === 'new' ? 'current' : 'done');
  for (const [stage, { rule }] of process.stages.entries()) {
    const own = tasks.filter((task) => task.step === 'approve' && task.stage === stage);
    const standing = own.length === 0 ? absent(over || reached) : stageStanding(process, stage, own);
    steps.push({ step: 'approve', stage, rule, standing, tasks: own });
  }
  if (process.cc.length > 0) {
    add('cc', ofStep('cc', tasks).length > 0 ? 'done' : absent(over || reached));
  }
  const delivered = process.delivery !== 'none';
  if (process.fileProcess !== null) add('file_process', processingStanding(state, reached, tasks));
  if (delivered) {
    const step = process.delivery === 'download' ? 'download_decrypt' : 'send_email';
    add(step, deliveryStanding(state, ofStep(step, tasks)));
  }
  return steps;
}

function ofStep(step: StepType, tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => task.step === step);
}

function absent(never: boolean): StepStanding {
  return never ? 'skipped' : 'upcoming';
}

function stageStanding(process: Process, index: number, own: readonly Task[]): StepStanding {
  if (own.some((task) => task.state === 'awaiting')) return 'current';
  return isThrough(process, index, own) ? 'done' : 'stopped';
}

function isThrough(process: Process, index: number, own: readonly Task[]): boolean {
  const stage = process.stages[index];
  if (own.some((task) => task.outcome === 'direct_completed')) return true;
  return stage !== undefined && standingOf(stage, own) === 'approved';
}

function approvalIsOver(process: Process, tasks: readonly Task[]): boolean {
  const last = process.stages.length - 1;
  const approvals = tasks.filter((task) => task.step === 'approve');
  if (approvals.some((task) => task.outcome === 'direct_completed')) return true;
  return isThrough(
    process,
    last,
    approvals.filter((task) => task.stage === last),
  );
}

function processingStanding(state: FlowState, reached: boolean, tasks: readonly Task[]): StepStanding {
  if (state === 'processed' || state === 'finished') return 'done';
  if (!isTerminal(state)) return reached ? 'current' : 'upcoming';
  if (!reached) return 'skipped';
  return ofStep('download_decrypt', tasks).length > 0 ? 'done' : 'stopped';
}

function deliveryStanding(state: FlowState, own: readonly Task[]): StepStanding {
  if (state === 'processed') return 'current';
  if (state === 'finished') return 'done';
  if (!isTerminal(state)) return 'upcoming';
  return own.length > 0 ? 'stopped' : 'skipped';
}
