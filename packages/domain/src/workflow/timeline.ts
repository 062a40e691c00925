import type { FlowSnapshot, Process, Task } from './model.ts';
import { stageResultOf } from './stage.ts';
import type { SkippedStage } from './stage-rules.ts';
import { type FlowState, isTerminal, type StepType } from './vocabulary.ts';

const stepStatuses = ['done', 'current', 'upcoming', 'stopped', 'skipped'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** A step of a flow for display. */
export interface TimelineStep {
  readonly step: StepType;
  /** Index of the approval stage, or of the stage that returned the application to the applicant; null for other steps. */
  readonly stage: number | null;
  readonly rule: 'any_of' | 'all_of' | null;
  /** `stopped`: the flow ended at this step; `skipped`: the step will not be reached. */
  readonly status: StepStatus;
  readonly tasks: readonly Task[];
  /** Why the application has no such stage; missing for other steps. */
  readonly condition?: SkippedStage;
}

/** The steps of a flow in order, including future ones. @param snapshot - the flow and all its tasks. */
export function timeline({ flow, tasks }: FlowSnapshot): readonly TimelineStep[] {
  const { process, state } = flow;
  const isOver = isTerminal(state);
  const isApprovalOver = hasApprovalEnded(process, tasks);
  const steps: TimelineStep[] = [];
  const add = (
    step: StepType,
    status: StepStatus,
    stepTasks: readonly Task[] = ofStep(step, tasks),
  ): void => {
    steps.push({ step, stage: null, rule: null, status, tasks: stepTasks });
  };

  add('initiate', state === 'new' ? 'current' : 'done', []);
  const addSkipped = (before: number): void => {
    for (const condition of process.skipped?.filter((one) => one.before === before) ?? [])
      steps.push({
        step: 'approve',
        stage: null,
        rule: condition.rule,
        status: 'skipped',
        tasks: [],
        condition,
      });
  };
  for (const [stage, { rule }] of process.stages.entries()) {
    addSkipped(stage);
    const stepTasks = tasks.filter((task) => task.step === 'approve' && task.stage === stage);
    const status =
      stepTasks.length === 0
        ? statusWithoutTasks(isOver || isApprovalOver)
        : stageStatus(process, stage, stepTasks);
    steps.push({ step: 'approve', stage, rule, status, tasks: stepTasks });
    const revision = ofStep('initiate', tasks).filter((task) => task.stage === stage);
    if (revision.length > 0)
      steps.push({ step: 'initiate', stage, rule: null, status: revisionStatus(revision), tasks: revision });
  }
  addSkipped(process.stages.length);
  if (process.cc.length > 0) {
    add('cc', ofStep('cc', tasks).length > 0 ? 'done' : statusWithoutTasks(isOver || isApprovalOver));
  }
  const hasDelivery = process.delivery !== 'none';
  if (process.fileProcess !== null) add('file_process', processingStatus(state, isApprovalOver, tasks));
  if (hasDelivery) {
    const step = process.delivery === 'download' ? 'download_decrypt' : 'send_email';
    add(step, deliveryStatus(state, ofStep(step, tasks)));
  }
  return steps;
}

/** The status of the applicant's step after a return. It stops where the application is canceled instead. */
function revisionStatus(tasks: readonly Task[]): StepStatus {
  if (tasks.some(({ state }) => state === 'awaiting')) return 'current';
  return tasks.some(({ state }) => state === 'processed') ? 'done' : 'stopped';
}

function ofStep(step: StepType, tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => task.step === step);
}

function statusWithoutTasks(never: boolean): StepStatus {
  return never ? 'skipped' : 'upcoming';
}

function stageStatus(process: Process, index: number, stepTasks: readonly Task[]): StepStatus {
  if (stepTasks.some((task) => task.state === 'awaiting')) return 'current';
  return isStageApproved(process, index, stepTasks) ? 'done' : 'stopped';
}

function isStageApproved(process: Process, index: number, stepTasks: readonly Task[]): boolean {
  const stage = process.stages[index];
  if (stepTasks.some((task) => task.outcome === 'direct_completed')) return true;
  return stage !== undefined && stageResultOf(stage, stepTasks) === 'approved';
}

function hasApprovalEnded(process: Process, tasks: readonly Task[]): boolean {
  const last = process.stages.length - 1;
  const approvals = tasks.filter((task) => task.step === 'approve');
  if (approvals.some((task) => task.outcome === 'direct_completed')) return true;
  return isStageApproved(
    process,
    last,
    approvals.filter((task) => task.stage === last),
  );
}

function processingStatus(state: FlowState, isApprovalOver: boolean, tasks: readonly Task[]): StepStatus {
  if (state === 'processed' || state === 'finished') return 'done';
  if (!isTerminal(state)) return isApprovalOver ? 'current' : 'upcoming';
  if (!isApprovalOver) return 'skipped';
  return ofStep('download_decrypt', tasks).length > 0 ? 'done' : 'stopped';
}

function deliveryStatus(state: FlowState, stepTasks: readonly Task[]): StepStatus {
  if (state === 'processed') return 'current';
  if (state === 'finished') return 'done';
  if (!isTerminal(state)) return 'upcoming';
  return stepTasks.length > 0 ? 'stopped' : 'skipped';
}
