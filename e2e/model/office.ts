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

/** Whoever has a device signs in; the others are only handed things. */
export const people = ['lin', 'ann', 'bob', 'eve', 'fay'] as const;
export type Person = (typeof people)[number];
export const signingIn = ['lin', 'ann', 'bob'] as const;

export const hour = 3_600_000;
const anyOf = (...of: Person[]) => ({ all: false, people: of });
const allOf = (...of: Person[]) => ({ all: true, people: of });
const none = { cc: [], processing: 'none', mayComplete: false, limit: null } as const;

/** Every rule of an approval is in one of these. */
const procedures: readonly Procedure[] = [
  { ...none, stages: [anyOf('ann', 'bob')], processing: 'service' },
  { ...none, stages: [allOf('ann', 'bob')] },
  {
    ...none,
    stages: [anyOf('ann'), allOf('bob', 'ann')],
    mayComplete: true,
    cc: ['bob', 'ann'],
    processing: 'service',
  },
  { ...none, stages: [anyOf('bob', 'ann')], processing: ['ann', 'bob'], limit: hour },
];

/** All eleven kinds can be applied for, and each goes by one of the procedures. */
export const procedureOf = (type: ApplicationType): Procedure =>
  procedures[applicationTypeNames.indexOf(type) % procedures.length]!;

export const password = 'Correct-horse-9';
export const classification = 'inner';

/** Those who are only handed things are the same in all offices. */
export async function openTown({ accounts: { db } }: TestService): Promise<void> {
  for (const aid of ['eve', 'fay']) await createAccount(db, { aid, username: aid, password });
}

/** A tenant with its people, of whom nobody else on the service knows. */
export async function openOffice(
  { accounts: { db } }: TestService,
  name: string,
  version: string,
): Promise<void> {
  await createTenant(db, { tid: name, name, serviceVersion: version });
  await createClassification(db, { tid: name, id: classification, name: classification, level: 1 });
  for (const person of people) {
    const isSigningIn = signingIn.some((one) => one === person);
    const aid = isSigningIn ? accountOf(name, person) : person;
    if (isSigningIn) await createAccount(db, { aid, username: aid, password, email: `${aid}@example.test` });
    await addMember(db, { tid: name, fid: person, aid, name: person, roles: ['users'] });
  }
  for (const type of applicationTypeNames) {
    const { stages, cc, processing, mayComplete, limit } = procedureOf(type);
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
        stages: stages.map(({ all, people: approvers }) => ({ rule: all ? 'all_of' : 'any_of', approvers })),
        cc,
        fileProcess,
        delivery: 'none',
        directComplete: mayComplete,
        taskTimeLimit: limit,
      },
    });
  }
}

export const accountOf = (office: string, person: string): string => `${office}-${person}`;
export const personOf = (aid: string): string => aid.slice(aid.lastIndexOf('-') + 1);
