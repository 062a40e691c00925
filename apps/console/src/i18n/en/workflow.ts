import { englishTypeNames } from '@sealflow/domain/workflow';
import { workflowNames } from '@sealflow/domain/workflow-names/en';
import type { Texts } from '../texts.ts';
import { counted } from './counted.util.ts';

export const workflow: Texts['workflow'] = {
  types: englishTypeNames,
  ...workflowNames,
  rules: { any_of: 'One approval is enough', all_of: 'Everyone must approve' },
  deliveries: {
    download: 'The applicant downloads the result',
    email: 'The service sends an email',
    none: 'Nothing to deliver',
  },
  inactive: {
    unknown: 'not a member of the organisation',
    invited: 'has not accepted the invitation',
    suspended: 'suspended',
    ended: 'has left the organisation',
    account_closed: 'account closed',
    no_sign_in_right: 'has no right to sign in',
  },
  byOperator: 'The operator or an earlier release',
  days: (count) => counted(count, 'day', 'days'),
  hours: (count) => counted(count, 'hour', 'hours'),
  minutes: (count) => counted(count, 'minute', 'minutes'),
};
