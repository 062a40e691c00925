import { type ResolvedStage, type RulePeople, resolveStage, type StageRefusal } from './approver-rules.ts';
import type { Process, Stage } from './model.ts';
import { type ApplicationFacts, unmetOf } from './stage-conditions.ts';
import type { Predicate, SkippedStage } from './stage-rules.ts';

/** A stage of an application type for one application. */
export interface StageResolution extends ResolvedStage {
  /** The predicates for which the application skips the stage; null if the stage applies. */
  readonly unmet: readonly Predicate[] | null;
}

/** The process of an application, with the result of the rules for each stage of the type. */
export interface ProcessResolution {
  /** The process of the application: each stage names its people. */
  readonly process: Process;
  /** The stages of the type, in order. */
  readonly stages: readonly StageResolution[];
  /** Why the application is refused, for the first such stage; null if it is not. */
  readonly refusal: { readonly code: StageRefusal; readonly stage: number } | null;
  /** Whether a stage that all must approve asks the owners of the documents. */
  readonly asksOwners: boolean;
  /** Whether all stages are skipped, so that the people of the fallback decide in the only stage. */
  readonly isFallbackOnly: boolean;
}

interface ResolutionInput {
  readonly people: RulePeople;
  /** Whether a person whom a stage names can get a task. */
  readonly isActive: (personID: string) => boolean;
  readonly facts: ApplicationFacts;
}

/**
 * Applies the conditions and the rules of an application type to one application. Pure: facts and people are arguments. If no
 * stage applies, the fallback decides in one stage, so that nothing is approved by nobody.
 * @param process - of the application type, with the choices of the applicant.
 */
export function resolveProcess(process: Process, input: ResolutionInput): ProcessResolution {
  const { fallback: _, ...rest } = process;
  const stages = process.stages.map((stage): StageResolution => {
    const unmet = unmetOf(stage.when, input.facts);
    // The rules of a skipped stage ask nobody and refuse nothing.
    const resolved =
      unmet === null ? resolveStage(stage, input) : { ...skippedStage, stage: bareStage(stage) };
    return { ...resolved, unmet };
  });
  const applying = stages.filter(({ unmet }) => unmet === null);
  const isFallbackOnly = applying.length === 0 && stages.length > 0;
  const fallbackStage: Stage = { rule: 'any_of', approvers: input.people.fallback };
  const skipped = skippedOf(stages);
  return {
    process: {
      ...rest,
      stages: isFallbackOnly ? [fallbackStage] : applying.map(({ stage }) => stage),
      ...(skipped.length === 0 ? {} : { skipped }),
    },
    stages,
    refusal: refusalOf(stages, isFallbackOnly && input.people.fallback.length === 0),
    asksOwners: applying.some(
      ({ stage, found }) =>
        stage.rule === 'all_of' &&
        found.some(({ by, personIDs }) => by === 'document_owner' && personIDs.length > 0),
    ),
    isFallbackOnly,
  };
}

const skippedStage = { found: [], usesFallback: false, refusal: null };
const bareStage = ({ rule, approvers }: Stage) => ({ rule, approvers });

function refusalOf(stages: readonly StageResolution[], hasNobody: boolean): ProcessResolution['refusal'] {
  if (hasNobody) return { code: 'work.no_approver_found', stage: 0 };
  const refused = stages.findIndex(({ refusal }) => refusal !== null);
  const code = stages[refused]?.refusal ?? null;
  return code === null ? null : { code, stage: refused };
}

function skippedOf(stages: readonly StageResolution[]): readonly SkippedStage[] {
  return stages.flatMap(({ unmet, stage: { rule } }, stage): SkippedStage[] => {
    if (unmet === null) return [];
    const before = stages.slice(0, stage).filter((one) => one.unmet === null).length;
    return [{ stage, before, rule, unmet }];
  });
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
  const guarded = { ...process, directComplete: false };
  if (asksOwners) return guarded;
  const first: Stage = { rule: 'all_of', approvers: owners };
  const skipped = process.skipped?.map((one) => Object.assign({ ...one }, { before: one.before + 1 }));
  return {
    ...guarded,
    stages: [first, ...process.stages],
    ...(skipped === undefined ? {} : { skipped }),
  };
}
