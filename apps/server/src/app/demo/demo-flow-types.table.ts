import {
  type ApplicationType,
  applicationTypes,
  chineseTypeNames,
  type Process,
} from '@sealflow/domain/workflow';
import { type DemoName, fidOf, type TenantID } from './demo-people.table.ts';

/** Approvers by stage. A type without an entry has one stage with the `approver`. */
const stages: Partial<Record<ApplicationType, readonly (readonly DemoName[])[]>> = {
  file_out: [['lina'], ['wangqiang']],
  mail_out: [['lina', 'wangqiang']],
  file_marking: [['zhangwei', 'lina']],
};

/** Types whose files are processed only after a person starts the processing. */
const typesWithExecutors = new Set<ApplicationType>([
  'file_authorization',
  'file_watermark_removal',
  'file_marking',
]);

const dayMs = 86_400_000;

export interface DemoFlowType {
  type: ApplicationType;
  name: string;
  process: Process;
}

/** All eleven application types, as configured for a tenant of the demo. */
export function demoFlowTypes(tid: TenantID): DemoFlowType[] {
  return (Object.keys(chineseTypeNames) as ApplicationType[]).map((type) => {
    const { delivery } = applicationTypes[type];
    const isExecuted = typesWithExecutors.has(type);
    return {
      type,
      name: chineseTypeNames[type],
      process: {
        stages: (stages[type] ?? [['lina']]).map((approvers) => ({
          rule: 'any_of',
          approvers: approvers.map((one) => fidOf(tid, one)),
        })),
        cc: type === 'file_authorization' ? [fidOf(tid, 'zhangwei')] : [],
        fileProcess: isExecuted
          ? { by: 'executors', executors: [fidOf(tid, 'wangqiang')] }
          : { by: 'service' },
        delivery,
        directComplete: true,
        taskTimeLimit: type === 'gateway_trusted_mail_send' ? 3 * dayMs : null,
      },
    };
  });
}
