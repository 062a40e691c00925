import { createAccount } from '../../apps/server/src/modules/accounts/accounts.usecases.ts';
import { createClassification } from '../../apps/server/src/modules/documents/classifications.usecases.ts';
import { addMember, createTenant } from '../../apps/server/src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../../apps/server/src/modules/workflow/flow-types.usecases.ts';
import type { TestService } from '../../apps/server/testing/service.ts';
import {
  type ApplicationType,
  applicationTypeNames,
} from '../../packages/domain/src/workflow/application-types.ts';
import type { Procedure } from './specification.ts';

/** Account holders have a device and sign in. The other people only receive tasks. */
export const personNames = ['lin', 'ann', 'bob', 'eve', 'fay'] as const;
export type Person = (typeof personNames)[number];
export const accountHolders = ['lin', 'ann', 'bob'] as const;

export const hourMs = 3_600_000;
const anyOf = (...of: Person[]) => ({ requiresAll: false, people: of });
const allOf = (...of: Person[]) => ({ requiresAll: true, people: of });
const none = { cc: [], processing: 'none', allowsDirectCompletion: false, timeLimitMs: null } as const;

/** These procedures cover every rule of an approval. */
const procedures: readonly Procedure[] = [
  { ...none, stages: [anyOf('ann', 'bob')], processing: 'service' },
  { ...none, stages: [allOf('ann', 'bob')] },
  {
    ...none,
    stages: [anyOf('ann'), allOf('bob', 'ann')],
    allowsDirectCompletion: true,
    cc: ['bob', 'ann'],
    processing: 'service',
  },
  { ...none, stages: [anyOf('bob', 'ann')], processing: ['ann', 'bob'], timeLimitMs: hourMs },
];

/** Each of the eleven application types uses one of the procedures. */
export const procedureOf = (type: ApplicationType): Procedure =>
  procedures[applicationTypeNames.indexOf(type) % procedures.length]!;

export const password = 'Correct-horse-9';
export const classification = 'inner';

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
  for (const type of applicationTypeNames) {
    const { stages, cc, processing, allowsDirectCompletion, timeLimitMs } = procedureOf(type);
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
        stages: stages.map(({ requiresAll, people: approvers }) => ({
          rule: requiresAll ? 'all_of' : 'any_of',
          approvers,
        })),
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
