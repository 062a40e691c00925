import { asksByRule, canSkipAll } from '@sealflow/domain/workflow';
import type { DesignProcess, ProcessDesign } from './flow-types.queries.ts';
import { isComplete } from './predicates.rules.ts';

/** A stage with a key that stays while the stage moves. */
export type EditedStage = DesignProcess['stages'][number] & { readonly key: string };

/** A change of a stage. A rule that is undefined is switched off. */
export type StageChange = Partial<Omit<EditedStage, 'key'>>;

/** The process as it is edited. */
export type EditedProcess = Omit<DesignProcess, 'stages'> & {
  readonly name: string;
  readonly stages: readonly EditedStage[];
};

export type InactiveReason = NonNullable<ProcessDesign['people'][number]['inactive']>;
type Stage = DesignProcess['stages'][number];
type KnownPerson = { readonly name: string; readonly inactive: InactiveReason | null };
/** The people of the process by their id: those that the service named and those chosen since. */
export type KnownPeople = ReadonlyMap<string, KnownPerson>;

export type DesignProblem =
  | { readonly kind: 'noName' | 'noStage' | 'noExecutor' | 'needsProcessing' | 'timeLimit' }
  | { readonly kind: 'allConditional' | 'noPeople' | 'noTimeLimit' }
  | { readonly kind: 'emptyStage' | 'nobodyDecides' | 'incompleteCondition'; readonly stage: number }
  | { readonly kind: 'inactive'; readonly fid: string; readonly reason: InactiveReason };

const minTimeLimitMs = 60_000;
const maxTimeLimitMs = 31_536_000_000;
export const maxStages = 10;
export const maxPeople = 50;

let lastKey = 0;
const newKey = (): string => {
  lastKey += 1;
  return `stage-${lastKey}`;
};

/** The state that the designer begins with: the draft, else the published process, else an empty one. */
export function startEditing(design: ProcessDesign, standardName: string): EditedProcess {
  const source = design.draft ?? design.published;
  if (source === null) {
    return {
      name: standardName,
      stages: [],
      cc: [],
      fileProcess: design.needsProcessing ? { by: 'service' } : null,
      directComplete: false,
      taskTimeLimit: null,
    };
  }
  const { delivery: _, ...process } = source.process;
  return {
    ...process,
    name: source.name,
    stages: process.stages.map((stage) => Object.assign(toStage(stage), { key: newKey() })),
  };
}

/** The body of the call that saves the draft. */
export function toDraft({ name, ...process }: EditedProcess): { name: string; process: DesignProcess } {
  const { fallback = [], escalation, ...rest } = process;
  // The service accepts no escalation to nobody, not even in a draft.
  const isOpen = escalation?.to === 'people' && escalation.people.length === 0;
  const passedOn = escalation === undefined || isOpen ? {} : { escalation };
  const decidesOtherwise = fallback.length === 0 ? {} : { fallback };
  return {
    name: name.trim(),
    process: { ...rest, ...passedOn, ...decidesOtherwise, stages: process.stages.map(toStage) },
  };
}

/** Rules that are switched off are left out, and conditions that are incomplete. */
function toStage(stage: Stage): Stage {
  const { rule, approvers, departmentHead, headAbove, documentOwner, roles = [], applicantChoice } = stage;
  const of = stage.when?.of.filter(isComplete) ?? [];
  return {
    rule,
    approvers,
    ...(departmentHead === true ? { departmentHead } : {}),
    ...(headAbove === true ? { headAbove } : {}),
    ...(documentOwner === true ? { documentOwner } : {}),
    ...(roles.length === 0 ? {} : { roles }),
    ...(applicantChoice === undefined ? {} : { applicantChoice }),
    ...(stage.when === undefined || of.length === 0 ? {} : { when: { match: stage.when.match, of } }),
  };
}

/** Whether two states would be saved as the same draft. */
export const isSameDesign = (one: EditedProcess, other: EditedProcess): boolean =>
  JSON.stringify(toDraft(one)) === JSON.stringify(toDraft(other));

export function addStage(process: EditedProcess): EditedProcess {
  return { ...process, stages: [...process.stages, { rule: 'any_of', approvers: [], key: newKey() }] };
}

export function removeStage(process: EditedProcess, key: string): EditedProcess {
  return { ...process, stages: process.stages.filter((stage) => stage.key !== key) };
}

export function changeStage(process: EditedProcess, key: string, change: StageChange): EditedProcess {
  return {
    ...process,
    stages: process.stages.map((stage) => (stage.key === key ? { ...stage, ...change } : stage)),
  };
}

/** Moves a stage before or after another one. */
export function moveStage(
  process: EditedProcess,
  key: string,
  target: { readonly key: string; readonly position: 'before' | 'after' },
): EditedProcess {
  const moved = process.stages.find((stage) => stage.key === key);
  if (moved === undefined || key === target.key) return process;
  const others = process.stages.filter((stage) => stage.key !== key);
  const index = others.findIndex((stage) => stage.key === target.key);
  if (index < 0) return process;
  const at = target.position === 'before' ? index : index + 1;
  return { ...process, stages: [...others.slice(0, at), moved, ...others.slice(at)] };
}

/** Why the process cannot be published, in the order of its steps. */
export function findProblems(
  process: EditedProcess,
  { people, needsProcessing }: { people: KnownPeople; needsProcessing: boolean },
): readonly DesignProblem[] {
  const problems: DesignProblem[] = [];
  const { name, stages, cc, fileProcess, taskTimeLimit } = process;
  const executors = fileProcess?.by === 'executors' ? fileProcess.executors : [];
  if (name.trim() === '') problems.push({ kind: 'noName' });
  if (stages.length === 0) problems.push({ kind: 'noStage' });
  if (stages.length > 0 && canSkipAll(stages) && (process.fallback ?? []).length === 0)
    problems.push({ kind: 'allConditional' });
  for (const [index, { approvers, ...rules }] of stages.entries()) {
    const stage = index + 1;
    if (rules.when !== undefined && (rules.when.of.length === 0 || !rules.when.of.every(isComplete)))
      problems.push({ kind: 'incompleteCondition', stage });
    // The service says to each applicant whether the rules find somebody.
    if (asksByRule(rules)) continue;
    if (approvers.length === 0) problems.push({ kind: 'emptyStage', stage });
    else if (approvers.every((fid) => reasonOf(people, fid) !== null)) {
      problems.push({ kind: 'nobodyDecides', stage });
    }
  }
  if (fileProcess === null && needsProcessing) problems.push({ kind: 'needsProcessing' });
  if (fileProcess?.by === 'executors' && executors.length === 0) problems.push({ kind: 'noExecutor' });
  const isLimitValid =
    taskTimeLimit === null || (taskTimeLimit >= minTimeLimitMs && taskTimeLimit <= maxTimeLimitMs);
  if (!isLimitValid) problems.push({ kind: 'timeLimit' });
  const escalated = process.escalation?.to === 'people' ? process.escalation.people : null;
  if (escalated?.length === 0) problems.push({ kind: 'noPeople' });
  if (process.escalation !== undefined && taskTimeLimit === null) problems.push({ kind: 'noTimeLimit' });
  const named = stages.flatMap(({ approvers }) => approvers);
  const fids = new Set([...named, ...cc, ...executors, ...(process.fallback ?? []), ...(escalated ?? [])]);
  for (const fid of fids) {
    const reason = reasonOf(people, fid);
    if (reason !== null) problems.push({ kind: 'inactive', fid, reason });
  }
  return problems;
}

function reasonOf(people: KnownPeople, fid: string): InactiveReason | null {
  const person = people.get(fid);
  return person === undefined ? 'unknown' : person.inactive;
}
