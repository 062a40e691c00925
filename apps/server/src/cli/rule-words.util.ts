import type { Body } from '@sealflow/contract';
import { UsageError } from './usage.errors.ts';

type Stage = Body<'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}'>['process']['stages'][number];
/** The rules by which a stage finds people beside those that it names. */
type StageRules = Omit<Stage, 'rule' | 'approvers'>;

const headWord = '@head';
const headAboveWord = '@head-above';
const ownerWord = '@owner';
const rolePrefix = '@role:';
const choiceWord = '@choice';

/** The words of --stages for those whom a stage finds by its rules. A limited choice has its limits behind the word. */
export function ruleWords({
  departmentHead,
  headAbove,
  documentOwner,
  roles = [],
  applicantChoice: limit,
}: StageRules): string[] {
  return [
    ...(departmentHead === true ? [headWord] : []),
    ...(headAbove === true ? [headAboveWord] : []),
    ...(documentOwner === true ? [ownerWord] : []),
    ...roles.map((roleID) => `${rolePrefix}${roleID}`),
    ...(limit === undefined
      ? []
      : [
          [
            choiceWord,
            ...(limit.roleID === undefined ? [] : [`role=${limit.roleID}`]),
            ...(limit.orgID === undefined ? [] : [`org=${limit.orgID}`]),
          ].join(':'),
        ]),
  ];
}

/** Splits the names of a stage into people and rules. @throws UsageError for an unknown word. */
export function parseRuleWords(words: readonly string[]): { people: string[]; askedBy: StageRules } {
  const people = words.filter((word) => !word.startsWith('@'));
  const askedBy: StageRules = {};
  for (const word of words.filter((one) => one.startsWith('@'))) {
    if (word === headWord) askedBy.departmentHead = true;
    else if (word === headAboveWord) askedBy.headAbove = true;
    else if (word === ownerWord) askedBy.documentOwner = true;
    else if (word.startsWith(rolePrefix))
      askedBy.roles = [...(askedBy.roles ?? []), word.slice(rolePrefix.length)];
    else if (word === choiceWord || word.startsWith(`${choiceWord}:`))
      askedBy.applicantChoice = parseLimit(word.slice(choiceWord.length + 1));
    else throw new UsageError(`--stages has the unknown word ${word}`);
  }
  return { people, askedBy };
}

function parseLimit(text: string): NonNullable<StageRules['applicantChoice']> {
  const limit: NonNullable<StageRules['applicantChoice']> = {};
  for (const part of text.split(':').filter((one) => one !== '')) {
    if (part.startsWith('role=')) limit.roleID = part.slice('role='.length);
    else if (part.startsWith('org=')) limit.orgID = part.slice('org='.length);
    else throw new UsageError(`--stages has the unknown limit ${part}`);
  }
  return limit;
}

/** Lines of help about the words. */
export const ruleWordHelp = [
  `In --stages ${headWord} is the head of the applicant's department, or of the nearest one above it that has another head,`,
  `${headAboveWord} the head above that one, ${ownerWord} the owners of the documents, ${rolePrefix}ROLEID the holders of a role,`,
  `${choiceWord} whom the applicant chooses; ${choiceWord}:role=ROLEID:org=ORGID limits the choice to a role, a department or both.`,
  'Conditions of stages are set with --file.',
];
