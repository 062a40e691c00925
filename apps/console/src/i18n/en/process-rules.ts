import type { Texts } from '../texts.ts';

export const processRules: Texts['processRules'] = {
  heading: 'Find approvers by rules',
  hint: 'Settled when the application is submitted: later changes of people, roles or departments do not affect it. Applicants never decide their own application by a rule.',
  asks: {
    head_above: 'The head of the department above decides',
    document_owner: 'The owners of the documents decide',
    applicant_choice: 'The applicant chooses the approver',
  },
  headAboveHint: 'The head above the head of the applicant’s department: always another person.',
  ownerHint:
    'The owners of other people’s documents in the application. If everyone must approve, the stage takes the place of the owners’ first stage; otherwise that stage stays.',
  choiceHint:
    'The applicant chooses one colleague, never themselves. The choice can be limited to a role or a department.',
  names: {
    department_head: 'Head of the applicant’s department',
    head_above: 'Head of the department above',
    document_owner: 'Owners of the documents',
    role: 'Members of roles',
    applicant_choice: 'Chosen by the applicant',
  },
  roles: 'Members of roles decide',
  addRole: 'Add role',
  rolesHint: 'Those who hold the role at the time of the application, at most 50.',
  role: (name) => `Members of “${name}”`,
  choice: (limits) => `Chosen by the applicant (${limits})`,
  limitRole: 'Limited to a role',
  limitDepartment: 'Limited to a department and those below it',
  noLimit: 'No limit',
  removeItem: (name) => `Remove ${name}`,
  fallback: 'Fallback approvers',
  addFallback: 'Add person',
  fallbackHint:
    'Decide where the rules of a stage find nobody. Without them, the application is refused and names the stage.',
  chosenAt: (stage) => `Chosen for stage ${stage}`,
  foundNobody: 'nobody',
  usesFallback: 'The rules find no person: the fallback approvers decide',
  refusals: {
    'work.no_department_head':
      'Neither the applicant’s department nor one above it has a head who can decide: the application can’t be submitted',
    'work.no_approver_found': 'The rules find nobody who can decide: the application can’t be submitted',
    'work.approver_not_chosen': 'The applicant must choose somebody. Choose a person above to simulate it',
    'work.chosen_approver_invalid': 'The person chosen is outside the limits of the choice, or can’t decide',
    'work.too_many_approvers': 'More than 50 people hold the role: the application can’t be submitted',
  },
};
