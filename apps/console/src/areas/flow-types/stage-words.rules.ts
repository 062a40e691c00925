import type { Texts } from '../../i18n/index.ts';
import type { DesignProcess } from './flow-types.queries.ts';

type Stage = DesignProcess['stages'][number];

/** The names of what a process refers to. An id without a name is its own name. */
export type NamesOf = {
  readonly person: (fid: string) => string;
  readonly role: (roleID: string) => string;
  readonly organisation: (orgID: string) => string;
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

/** The stages in words, each with its rule and those whom it asks. */
export const stageFacts = (
  stages: readonly Stage[],
  {
    texts: { flowTypes: texts, workflow, processRules },
    names,
  }: { readonly texts: Texts; readonly names: NamesOf },
): readonly (readonly [label: string, text: string])[] =>
  stages.map((stage, index) => {
    const asked = approverWords(stage, { texts: processRules, names }).join(texts.separator) || texts.none;
    return [texts.stage(index + 1), `${workflow.rules[stage.rule]} · ${asked}`];
  });
