import { type ResolvedStage, type RulePeople, resolveStage, type StageRefusal } from './approver-rules.ts';
import type { Process, Stage } from './model.ts';

/** The process of an application, with the result of the rules for each stage of the type. */
export interface ProcessResolution {
  /** The process of the application: each stage names its people. */
  readonly process: Process;
  /** The stages of the type, in order. */
  readonly stages: readonly ResolvedStage[];
  /** Why the application is refused, for the first such stage; null if it is not. */
  readonly refusal: { readonly code: StageRefusal; readonly stage: number } | null;
  /** Whether a stage that all must approve asks the owners of the documents. */
  readonly asksOwners: boolean;
}

/**
 * Applies the rules of an application type to one application. Pure: the people are arguments.
 * @param process - of the application type, with the choices of the applicant.
 * @param isActive - whether a person whom a stage names can get a task.
 */
export function resolveProcess(
  process: Process,
  { people, isActive }: { people: RulePeople; isActive: (personID: string) => boolean },
): ProcessResolution {
  const { fallback: _, ...rest } = process;
  const stages = process.stages.map((stage) => resolveStage(stage, { people, isActive }));
  const refused = stages.findIndex(({ refusal }) => refusal !== null);
  const code = stages[refused]?.refusal ?? null;
  return {
    process: { ...rest, stages: stages.map(({ stage }) => stage) },
    stages,
    refusal: code === null ? null : { code, stage: refused },
    asksOwners: stages.some(
      ({ stage, found }) =>
        stage.rule === 'all_of' &&
        found.some(({ by, personIDs }) => by === 'document_owner' && personIDs.length > 0),
    ),
  };
}

/**
 * The process with the approval of other owners of its documents as its first stage: all must approve. Direct completion is
 * disabled, because one approver would otherwise decide for the organisation or for the other owners.
 * @param owners - other than the applicant.
 */
export function withOwnerApproval(
  { process, asksOwners }: Pick<ProcessResolution, 'process' | 'asksOwners'>,
  owners: readonly string[],
): Process {
  if (owners.length === 0) return process;
  const first: Stage = { rule: 'all_of', approvers: owners };
  const stages = asksOwners ? process.stages : [first, ...process.stages];
  return { ...process, directComplete: false, stages };
}
