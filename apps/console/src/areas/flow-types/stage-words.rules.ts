import type { Texts } from '../../i18n/index.ts';
import { type NamedPredicate, predicateWords } from '../../kit/condition-words.util.ts';
import type { DesignProcess } from './flow-types.queries.ts';

type Stage = DesignProcess['stages'][number];

/** The names of what a process refers to. An id without a name is its own name. */
export type NamesOf = {
  readonly person: (fid: string) => string;
  readonly role: (roleID: string) => string;
  readonly organisation: (orgID: string) => string;
  readonly classification: (id: string) => string;
};

/** The words for those whom a stage asks: its rules, then its people. */
export function approverWords(
  stage: Stage,
  { texts, names }: { readonly texts: Texts['processRules']; readonly names: NamesOf },
): readonly string[] {
  const { departmentHead, headAbove, documentOwner, roles = [], applicantChoice: limit, approvers } = stage;
  return [
    ...(departmentHead === true ? [texts.names.department_head] : []),
    ...(headAbove === true ? [texts.names.head_above] : []),
    ...(documentOwner === true ? [texts.names.document_owner] : []),
    ...roles.map((roleID) => texts.role(names.role(roleID))),
    ...(limit === undefined ? [] : [choiceWords(limit, { texts, names })]),
    ...approvers.map((fid) => names.person(fid)),
  ];
}

function choiceWords(
  { roleID, orgID }: NonNullable<Stage['applicantChoice']>,
  { texts, names }: { readonly texts: Texts['processRules']; readonly names: NamesOf },
): string {
  const limits = [
    ...(roleID === undefined ? [] : [names.role(roleID)]),
    ...(orgID === undefined ? [] : [names.organisation(orgID)]),
  ];
  return limits.length === 0 ? texts.names.applicant_choice : texts.choice(limits.join(' · '));
}

type Condition = NonNullable<Stage['when']>;

/** A predicate of the designer with the names of what it refers to. */
export function toNamed(predicate: Condition['of'][number], names: NamesOf): NamedPredicate {
  if (!('ids' in predicate)) return predicate;
  const { fact, is, ids } = predicate;
  return { fact, is, names: ids.map(fact === 'department' ? names.organisation : names.classification) };
}

/** The condition of a stage in words. */
export function conditionWords(
  { match, of }: Condition,
  { texts, names }: { readonly texts: Texts; readonly names: NamesOf },
): string {
  const { conditions } = texts;
  return conditions.when[match](
    of.map((predicate) => predicateWords(toNamed(predicate, names), texts)).join(conditions.separator),
  );
}

/** What happens when a task passes its deadline, in words. */
export function escalationWords(
  escalation: DesignProcess['escalation'],
  { texts, names }: { readonly texts: Texts; readonly names: NamesOf },
): string {
  const { kinds, words } = texts.escalation;
  if (escalation === undefined) return kinds.end;
  const people =
    escalation.to === 'people'
      ? ` (${escalation.people.map((fid) => names.person(fid)).join(texts.flowTypes.separator)})`
      : '';
  return words(`${kinds[escalation.to]}${people}`, escalation.times);
}

/** The stages in words, each with its rule, those whom it asks and its condition. */
export const stageFacts = (
  stages: readonly Stage[],
  { texts, names }: { readonly texts: Texts; readonly names: NamesOf },
): readonly (readonly [label: string, text: string])[] =>
  stages.map((stage, index) => {
    const { flowTypes, workflow, processRules } = texts;
    const asked =
      approverWords(stage, { texts: processRules, names }).join(flowTypes.separator) || flowTypes.none;
    const condition = stage.when === undefined ? [] : [conditionWords(stage.when, { texts, names })];
    return [flowTypes.stage(index + 1), [workflow.rules[stage.rule], asked, ...condition].join(' · ')];
  });
