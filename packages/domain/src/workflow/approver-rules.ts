import type { Stage } from './model.ts';
import type { ApproverRules, ChoiceLimit } from './stage-rules.ts';

export const approverRuleNames = [
  'department_head',
  'head_above',
  'document_owner',
  'role',
  'applicant_choice',
] as const;
export type ApproverRuleName = (typeof approverRuleNames)[number];

/** The most people whom one role may ask at a stage. */
export const maxHoldersPerRole = 50;

/** The people of an organisation that the rules choose from, for one application. None is the applicant. All but owners are active. */
export interface RulePeople {
  /** The heads of the applicant's department and of those above it, nearest first, without duplicates. */
  readonly heads: readonly string[];
  /** The owners of the documents, also those who cannot get a task now. */
  readonly owners: readonly string[];
  /** The holders of each role that the process names. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
  /** The people who decide where the rules find nobody. */
  readonly fallback: readonly string[];
  /** Whether the applicant may choose the person. */
  readonly isChoosable: (personID: string, limit: ChoiceLimit) => boolean;
}

/** Why an application is refused because of a stage. */
export const stageRefusals = [
  'work.no_department_head',
  'work.no_approver_found',
  'work.approver_not_chosen',
  'work.chosen_approver_invalid',
  'work.too_many_approvers',
] as const;
export type StageRefusal = (typeof stageRefusals)[number];

/** A stage whose rules have been applied. */
export interface ResolvedStage {
  /** The stage with the people whom it asks, and without rules. */
  readonly stage: Pick<Stage, 'rule' | 'approvers'>;
  /** What each rule of the stage found; an empty list if it found nobody. */
  readonly found: readonly { readonly by: ApproverRuleName; readonly personIDs: readonly string[] }[];
  /** Whether the rules found nobody, so that the fallback decides. */
  readonly usesFallback: boolean;
  readonly refusal: StageRefusal | null;
}

/** Whether a stage finds people by a rule. */
export const asksByRule = (stage: ApproverRules): boolean =>
  stage.departmentHead === true ||
  stage.headAbove === true ||
  stage.documentOwner === true ||
  (stage.roles?.length ?? 0) > 0 ||
  stage.applicantChoice !== undefined;

/** The roles that the rules and the limits of these stages name. */
export const rolesOfStages = (stages: readonly ApproverRules[]): readonly string[] => [
  ...new Set(
    stages.flatMap(({ roles = [], applicantChoice }) =>
      applicantChoice?.roleID === undefined ? roles : [...roles, applicantChoice.roleID],
    ),
  ),
];

/**
 * The heads who can decide about an application, nearest first.
 * @param headIDs - the heads of the applicant's department and of those above it, nearest first.
 */
export function eligibleHeads(
  headIDs: readonly string[],
  { applicantID, isActive }: { applicantID: string; isActive: (personID: string) => boolean },
): readonly string[] {
  return [...new Set(headIDs)].filter((headID) => headID !== applicantID && isActive(headID));
}

/**
 * Applies the rules of a stage. The people found decide beside those whom the stage names. If there are none, the fallback
 * decides; without one the application is refused. The stage keeps the owners who cannot get a task now, as the first stage of
 * owners does: the service checks when a stage opens who can get one.
 * @param isActive - whether an owner, or a person whom the stage names, can get a task.
 */
export function resolveStage(
  stage: Stage,
  { people, isActive }: { people: RulePeople; isActive: (personID: string) => boolean },
): ResolvedStage {
  const { rule, approvers: named } = stage;
  const found = applyRules(stage, { ...people, owners: people.owners.filter(isActive) });
  const owners = stage.documentOwner === true ? people.owners : [];
  const asked = [...new Set([...found.flatMap(({ personIDs }) => personIDs), ...owners, ...named])];
  const resolved = { stage: { rule, approvers: asked }, found, usesFallback: false, refusal: null };
  const isTooLarge = stage.roles?.some((role) => (people.holders.get(role)?.length ?? 0) > maxHoldersPerRole);
  const { chosen, applicantChoice } = stage;
  if (applicantChoice !== undefined && chosen !== undefined && !people.isChoosable(chosen, applicantChoice))
    return { ...resolved, refusal: 'work.chosen_approver_invalid' };
  if (isTooLarge === true) return { ...resolved, refusal: 'work.too_many_approvers' };
  // A stage that only names people keeps them: they are checked when it opens.
  if (found.length === 0 || found.some(({ personIDs }) => personIDs.length > 0) || named.some(isActive))
    return resolved;
  if (people.fallback.length > 0)
    return { ...resolved, stage: { rule, approvers: people.fallback }, usesFallback: true };
  return { ...resolved, refusal: refusalOf(found.map(({ by }) => by)) };
}

function applyRules(stage: Stage, { heads, owners, holders }: RulePeople): ResolvedStage['found'] {
  const { departmentHead, headAbove, documentOwner, roles = [], applicantChoice, chosen } = stage;
  const found: ResolvedStage['found'][number][] = [];
  if (departmentHead === true) found.push({ by: 'department_head', personIDs: heads.slice(0, 1) });
  if (headAbove === true) found.push({ by: 'head_above', personIDs: heads.slice(1, 2) });
  if (documentOwner === true) found.push({ by: 'document_owner', personIDs: owners });
  if (roles.length > 0) {
    const personIDs = [...new Set(roles.flatMap((role) => holders.get(role) ?? []))];
    found.push({ by: 'role', personIDs });
  }
  if (applicantChoice !== undefined)
    found.push({ by: 'applicant_choice', personIDs: chosen === undefined ? [] : [chosen] });
  return found;
}

function refusalOf(rules: readonly ApproverRuleName[]): StageRefusal {
  if (rules.includes('applicant_choice')) return 'work.approver_not_chosen';
  return rules.every((by) => by === 'department_head') ? 'work.no_department_head' : 'work.no_approver_found';
}

/** The person whom an applicant chose for a stage of the application type. */
export interface ApproverChoice {
  /** Index of the stage. */
  readonly stage: number;
  readonly personID: string;
}

/** The stages with the choices of the applicant. Choices for stages without that rule are dropped. */
export const withChoices = (stages: readonly Stage[], choices: readonly ApproverChoice[]): readonly Stage[] =>
  stages.map((stage, index) => {
    const choice = choices.find((one) => one.stage === index);
    return choice === undefined || stage.applicantChoice === undefined
      ? stage
      : { ...stage, chosen: choice.personID };
  });

/** The choices that the stages of a draft contain. */
export const choicesOf = (stages: readonly Stage[]): readonly ApproverChoice[] =>
  stages.flatMap(({ chosen }, stage) => (chosen === undefined ? [] : [{ stage, personID: chosen }]));
