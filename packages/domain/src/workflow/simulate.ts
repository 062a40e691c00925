import { applyTransition, decide } from './decide.ts';
import type { FlowSnapshot, Process, Task } from './model.ts';

/** An approval stage of a simulated application. */
export interface SimulatedStage {
  /** The people who would get a task. Empty: nobody can decide, and the application would end here. */
  readonly assigneeIDs: readonly string[];
  /** Whether the application reaches the stage. It does not if an earlier stage has nobody who can decide. */
  readonly isReached: boolean;
}

export interface Simulation {
  readonly stages: readonly SimulatedStage[];
  /** The people who would be informed after the approval. */
  readonly ccIDs: readonly string[];
  /** The people who would process the files; null if the process needs no executor. */
  readonly executorIDs: readonly string[] | null;
  /** Whether the application could be approved and processed, or would end because a step has nobody. */
  readonly isPossible: boolean;
}

const noPeople = { stages: [], ccIDs: [], executorIDs: null, isPossible: false };

/**
 * Submits an application in memory by {@link decide} and approves every task, so that the rules of real applications say
 * whom each stage asks.
 * @param process - may have stages without approvers, as a draft has.
 * @param input - the applicant, and who is active.
 */
export function simulateProcess(
  process: Process,
  { applicantID, isActive }: { applicantID: string; isActive: (personID: string) => boolean },
): Simulation {
  const after = approveAll(process, { applicantID, isActive });
  const approvals = after.tasks.filter(({ step }) => step === 'approve');
  const reached = process.stages.flatMap((_, index): SimulatedStage[] => {
    const tasks = approvals.filter(({ stage }) => stage === index);
    return tasks.length === 0 ? [] : [{ assigneeIDs: assigneesOf(tasks), isReached: true }];
  });
  if (reached.length < process.stages.length) {
    // The stages after one that nobody can decide are resolved as a process of their own.
    const rest = { ...process, stages: process.stages.slice(reached.length) };
    const later = simulateProcess(rest, { applicantID, isActive });
    const unreached = later.stages.map((stage) => ({ ...stage, isReached: false }));
    return { ...later, stages: [...reached, ...unreached], isPossible: false };
  }
  if (reached.at(-1)?.assigneeIDs.length === 0) return { ...noPeople, stages: reached };
  const ofStep = (step: Task['step']) => after.tasks.filter((task) => task.step === step);
  const executorIDs = process.fileProcess?.by === 'executors' ? assigneesOf(ofStep('file_process')) : null;
  return {
    stages: reached,
    ccIDs: assigneesOf(ofStep('cc')),
    executorIDs,
    isPossible: process.stages.length > 0 && executorIDs?.length !== 0,
  };
}

/** The application after its submission and an approval of every task, whatever the rule of the stage. */
function approveAll(
  process: Process,
  { applicantID, isActive }: { applicantID: string; isActive: (personID: string) => boolean },
): FlowSnapshot {
  let next = 0;
  const newID = (): string => {
    next += 1;
    return `simulated-${next}`;
  };
  const context = { at: 0, newID, isActive };
  const flow = { id: 'simulated', applicantID, state: 'new', stage: -1, process } as const;
  let snapshot = step({ flow, tasks: [] }, { type: 'submit', by: applicantID });
  for (;;) {
    const open = snapshot.tasks.find(({ step: kind, state }) => kind === 'approve' && state === 'awaiting');
    if (open === undefined) return snapshot;
    const approval = { type: 'approve', by: open.assigneeID ?? '', taskID: open.id, note: null } as const;
    snapshot = step(snapshot, approval);
  }

  function step(before: FlowSnapshot, event: Parameters<typeof decide>[1]): FlowSnapshot {
    const result = decide(before, event, context);
    if (!result.ok) throw new Error(`the simulated application rejects ${event.type}: ${result.code}`);
    return applyTransition(before, result);
  }
}

const assigneesOf = (tasks: readonly Task[]): string[] =>
  tasks.flatMap(({ assigneeID }) => (assigneeID === null ? [] : [assigneeID]));
