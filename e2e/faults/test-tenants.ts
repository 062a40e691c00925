import type { Process } from '@sealflow/domain/workflow';
import type { DatabaseConnection } from '../../apps/server/src/infra/database/index.ts';
import { createAccount } from '../../apps/server/src/modules/accounts/accounts.usecases.ts';
import { createClassification } from '../../apps/server/src/modules/documents/classifications.usecases.ts';
import { addMember, createTenant } from '../../apps/server/src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../../apps/server/src/modules/workflow/flow-types.usecases.ts';
import type { Person } from './journal.ts';

export const password = 'Approve-2026';
export const tenants = [
  { tid: 'one', serviceVersion: 'eds-pro_16.2' },
  { tid: 'two', serviceVersion: 'eds-pro_15.4' },
] as const;

export const personNames = ['admin', 'ann', 'bob', 'cat', 'dan', 'eve'] as const;
export const approvers = ['ann', 'bob', 'cat'] as const;
export const applicants = ['dan', 'eve'] as const;

/** An account belongs to one tenant and its id names the tenant, so that an access across tenants is visible. */
export const personOf = (tid: string, name: string): Person => ({ tid, fid: name, aid: `${tid}-${name}` });

/** The application types of the tenants. Each has another process. */
const processes = {
  trusted_mailbox_application: {
    stages: [
      { rule: 'any_of', approvers: ['ann', 'bob'] },
      { rule: 'all_of', approvers: ['bob', 'cat'] },
    ],
    cc: ['admin'],
    fileProcess: { by: 'service' },
    delivery: 'none',
    directComplete: true,
    taskTimeLimit: null,
  },
  file_decryption: {
    stages: [{ rule: 'any_of', approvers: ['ann', 'bob', 'cat'] }],
    cc: [],
    fileProcess: { by: 'service' },
    delivery: 'download',
    directComplete: false,
    taskTimeLimit: null,
  },
  file_out: {
    stages: [{ rule: 'all_of', approvers: ['ann', 'cat'] }],
    cc: [],
    fileProcess: { by: 'executors', executors: ['bob', 'admin'] },
    delivery: 'download',
    directComplete: true,
    taskTimeLimit: null,
  },
  mail_out: {
    stages: [{ rule: 'any_of', approvers: ['bob', 'cat'] }],
    cc: [],
    fileProcess: null,
    delivery: 'email',
    directComplete: false,
    taskTimeLimit: null,
  },
  // Overdue tasks are passed on, and applications with one file skip the second stage.
  file_to_transparent: {
    stages: [
      { rule: 'any_of', approvers: ['ann'] },
      {
        rule: 'all_of',
        approvers: ['bob', 'cat'],
        when: { match: 'all_of', of: [{ fact: 'file_count', is: 'at_least', value: 2 }] },
      },
    ],
    cc: [],
    fileProcess: { by: 'service' },
    delivery: 'download',
    directComplete: false,
    taskTimeLimit: 5_000,
    escalation: { to: 'people', people: ['bob', 'cat'], times: 2 },
  },
} as const satisfies Record<string, Process>;
export type ApplicationType = keyof typeof processes;
/** Number of stages that an application of a type has, by the number of its files. */
export const stageCountOf = (type: string, fileCount: number): number | undefined =>
  type === 'file_to_transparent' ? (fileCount >= 2 ? 2 : 1) : undefined;
export const applicationTypes = Object.keys(processes) as readonly ApplicationType[];

export async function createTestTenants({ handle }: DatabaseConnection): Promise<void> {
  for (const { tid, serviceVersion } of tenants) {
    await createTenant(handle, { tid, name: `Tenant ${tid}`, serviceVersion });
    await createClassification(handle, { tid, id: 'internal', name: 'Internal', level: 1, isDefault: true });
    for (const name of personNames) {
      const { aid, fid } = personOf(tid, name);
      await createAccount(handle, { aid, username: aid, password, email: `${aid}@example.test` });
      await addMember(handle, {
        tid,
        fid,
        aid,
        name,
        roles: [name === 'admin' ? 'administrators' : 'users'],
      });
    }
    for (const type of applicationTypes)
      await defineFlowType(handle, { tid, type, name: type, process: processes[type] });
  }
}
