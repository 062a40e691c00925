import { createAccount } from '../../apps/server/src/modules/accounts/accounts.usecases.ts';
import { createClassification } from '../../apps/server/src/modules/documents/classifications.usecases.ts';
import { addMember, createTenant } from '../../apps/server/src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../../apps/server/src/modules/workflow/flow-types.usecases.ts';
import type { TestService } from '../../apps/server/testing/service.ts';
import {
  type ApplicationType,
  applicationTypeNames,
} from '../../packages/domain/src/workflow/application-types.ts';
import type { StageCondition } from '../../packages/domain/src/workflow/stage-rules.ts';
import type { Procedure } from './application.ts';
import type { Facts } from './stage-conditions.ts';

/** Account holders have a device and sign in. The other people only receive tasks. */
export const personNames = ['lin', 'ann', 'bob', 'eve', 'fay'] as const;
export type Person = (typeof personNames)[number];
export const accountHolders = ['lin', 'ann', 'bob'] as const;

export const hourMs = 3_600_000;
export const password = 'Correct-horse-9';
export const classification = 'inner';

const anyOf = (...of: Person[]) => ({ requiresAll: false, people: of });
const allOf = (...of: Person[]) => ({ requiresAll: true, people: of });
const none = { cc: [], processing: 'none', allowsDirectCompletion: false, timeLimitMs: null } as const;

const when = (match: StageCondition['match'], ...of: StageCondition['of'][number][]) => ({
  when: { match, of },
});

/** Two files of the model are larger together, one is smaller. */
const sizeOfTwoFiles = 32;

/** These procedures cover every rule of an approval, every fact of a condition, and the end of an escalation. */
const procedures: readonly Procedure[] = [
  {
    ...none,
    stages: [
      { ...anyOf('ann', 'bob'), ...when('all_of', { fact: 'file_count', is: 'at_least', value: 2 }) },
      {
        ...allOf('bob', 'ann'),
        ...when(
          'any_of',
          { fact: 'department', is: 'one_of', ids: ['sales'] },
          { fact: 'outside_recipients', is: 'some' },
        ),
      },
      {
        ...anyOf('bob'),
        ...when(
          'all_of',
          { fact: 'classification', is: 'one_of', ids: [classification] },
          { fact: 'total_size', is: 'at_least', value: sizeOfTwoFiles },
        ),
      },
    ],
    fallback: ['bob', 'eve'],
    processing: 'service',
  },
  { ...none, stages: [anyOf('ann', 'bob')], processing: 'service' },
  { ...none, stages: [allOf('ann', 'bob')] },
  {
    ...none,
    stages: [anyOf('ann'), allOf('bob', 'ann')],
    allowsDirectCompletion: true,
    cc: ['bob', 'ann'],
    processing: 'service',
  },
  {
    ...none,
    stages: [anyOf('bob', 'ann'), allOf('ann', 'eve')],
    processing: ['ann', 'bob'],
    timeLimitMs: hourMs,
    escalation: { people: ['ann', 'fay', 'bob'], times: 1 },
  },
  { ...none, stages: [anyOf('bob', 'ann')], processing: ['ann', 'bob'], timeLimitMs: hourMs },
  {
    ...none,
    stages: [
      { ...anyOf('eve'), ...when('all_of', { fact: 'department', is: 'none_of', ids: ['sales'] }) },
      allOf('ann', 'bob'),
    ],
    allowsDirectCompletion: true,
    timeLimitMs: hourMs,
    escalation: { people: ['bob', 'fay', 'eve'], times: 2 },
  },
];

/** Each of the eleven application types uses one of the procedures. Those with conditions are used by mails and by others. */
export const procedureOf = (type: ApplicationType): Procedure =>
  procedures[applicationTypeNames.indexOf(type) % procedures.length]!;

const mailTypes: ReadonlySet<ApplicationType> = new Set([
  'trusted_mail_send',
  'gateway_trusted_mail_send',
  'mail_out',
]);

/** The text of each file of an application. */
export const fileTextsOf = (titlePrefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `content of ${titlePrefix}-${at}.txt`);

/** What conditions ask about an application of the model: its files are unprotected, and its mails go outside. */
export const factsOf = ({
  type,
  applicant,
  fileTexts,
}: {
  type: ApplicationType;
  applicant: string;
  fileTexts: readonly string[];
}): Facts => ({
  classifications: [classification],
  departments: departmentsOf[applicant] ?? [],
  fileCount: fileTexts.length,
  bytes: fileTexts.join('').length,
  hasOutsideRecipient: mailTypes.has(type),
});

/** The departments of people, the nearest first. */
const departmentsOf: Readonly<Record<string, readonly string[]>> = { lin: ['sales-east', 'sales'] };

/** People without a device share one account across all tenants. */
export async function createSharedAccounts({ accounts: { db } }: TestService): Promise<void> {
  for (const aid of ['eve', 'fay']) await createAccount(db, { aid, username: aid, password });
}

/** A tenant whose account holders belong to no other tenant. */
export async function createTenantWithMembers(
  { accounts: { db } }: TestService,
  name: string,
  version: string,
): Promise<void> {
  await createTenant(db, { tid: name, name, serviceVersion: version });
  await createClassification(db, { tid: name, id: classification, name: classification, level: 1 });
  for (const person of personNames) {
    const hasOwnAccount = accountHolders.some((one) => one === person);
    const aid = hasOwnAccount ? accountOf(name, person) : person;
    if (hasOwnAccount)
      await createAccount(db, { aid, username: aid, password, email: `${aid}@example.test` });
    await addMember(db, { tid: name, fid: person, aid, name: person, roles: ['users'] });
  }
  const row = { tid: name, head_fid: null };
  await db
    .insertInto('organisations')
    .values([
      { ...row, org_id: 'sales', name: '销售' },
      { ...row, org_id: 'sales-east', name: '销售/华东' },
    ])
    .execute();
  for (const [person, [orgID = null]] of Object.entries(departmentsOf))
    await db
      .updateTable('memberships')
      .set({ org_id: orgID })
      .where('tid', '=', name)
      .where('fid', '=', person)
      .execute();
  for (const type of applicationTypeNames) {
    const { stages, fallback, escalation, cc, processing, allowsDirectCompletion, timeLimitMs } =
      procedureOf(type);
    const fileProcess =
      processing === 'none'
        ? null
        : processing === 'service'
          ? { by: 'service' as const }
          : { by: 'executors' as const, executors: processing };
    await defineFlowType(db, {
      tid: name,
      type,
      name: type,
      process: {
        stages: stages.map(({ requiresAll, people: approvers, when: condition }) => ({
          rule: requiresAll ? 'all_of' : 'any_of',
          approvers,
          when: condition,
        })),
        ...(fallback === undefined ? {} : { fallback }),
        ...(escalation === undefined ? {} : { escalation: { to: 'people' as const, ...escalation } }),
        cc,
        fileProcess,
        delivery: 'none',
        directComplete: allowsDirectCompletion,
        taskTimeLimit: timeLimitMs,
      },
    });
  }
}

export const accountOf = (tid: string, person: string): string => `${tid}-${person}`;
export const personOf = (aid: string): string => aid.slice(aid.lastIndexOf('-') + 1);
