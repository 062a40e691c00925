import { expect, test } from 'vitest';
import { processRules } from '../../i18n/en/process-rules.ts';
import { en } from '../../i18n/en.ts';
import { approverWords, conditionWords, escalationWords } from './stage-words.rules.ts';

const names = {
  person: (fid: string) => fid.toUpperCase(),
  role: (roleID: string) => `role ${roleID}`,
  organisation: (orgID: string) => `department ${orgID}`,
  classification: (id: string) => `class ${id}`,
};
const wordsOf = (stage: object) =>
  approverWords({ rule: 'any_of', approvers: ['ann'], ...stage }, { texts: processRules, names });

test('the rules of a stage are named before its people', () => {
  expect(wordsOf({ departmentHead: true, headAbove: true, documentOwner: true, roles: ['r'] })).toEqual([
    'Head of the applicant’s department',
    'Head of the department above',
    'Owners of the documents',
    'Members of “role r”',
    'ANN',
  ]);
});

test('a choice names its limits', () => {
  expect(wordsOf({ applicantChoice: {} })).toEqual(['Chosen by the applicant', 'ANN']);
  expect(wordsOf({ applicantChoice: { roleID: 'r', orgID: 'o' } })).toEqual([
    'Chosen by the applicant (role r · department o)',
    'ANN',
  ]);
});

test('the escalation names to whom, and how often', () => {
  expect(escalationWords(undefined, { texts: en, names })).toBe('The application ends');
  expect(escalationWords({ to: 'people', people: ['ann', 'bob'], times: 2 }, { texts: en, names })).toBe(
    'These people get it (ANN, BOB), at most 2 times',
  );
});

test('a condition names its predicates with what they refer to', () => {
  const of = [
    { fact: 'classification' as const, is: 'one_of' as const, ids: ['a', 'b'] },
    { fact: 'total_size' as const, is: 'at_least' as const, value: 1.5 * 1024 * 1024 },
    { fact: 'outside_recipients' as const, is: 'some' as const },
  ];
  expect(conditionWords({ match: 'all_of', of }, { texts: en, names })).toBe(
    'if: Classification of files is one of: class a, class b; Size of all files at least 1.5 MB; Recipients outside the organisation',
  );
});
