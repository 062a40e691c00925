import { expect, test } from 'vitest';
import { processRules } from '../../i18n/en/process-rules.ts';
import { approverWords } from './stage-words.rules.ts';

const names = {
  person: (fid: string) => fid.toUpperCase(),
  role: (roleID: string) => `role ${roleID}`,
  organisation: (orgID: string) => `department ${orgID}`,
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
