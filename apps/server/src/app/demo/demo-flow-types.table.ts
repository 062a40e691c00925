import { type ApplicationType, applicationTypes, type Process } from '@sealflow/domain/workflow';
import { type DemoName, fidOf, type TenantID } from './demo-people.table.ts';

const names: Record<ApplicationType, string> = {
  file_decryption: '文件解密',
  trusted_mail_send: '可信邮件发送',
  trusted_mailbox_application: '可信邮箱申请',
  file_to_classification: '文件转密级',
  file_to_transparent: '文件转透明',
  file_authorization: '文件授权',
  file_out: '文件外发',
  gateway_trusted_mail_send: '网关可信邮件发送',
  mail_out: '邮件外发',
  file_watermark_removal: '去除水印',
  file_marking: '文件标记',
};

/** Who approves, stage by stage; where nothing is said, the approver alone. */
const stages: Partial<Record<ApplicationType, readonly (readonly DemoName[])[]>> = {
  file_out: [['lina'], ['wangqiang']],
  mail_out: [['lina', 'wangqiang']],
  file_marking: [['zhangwei', 'lina']],
};

/** Where somebody sets the processing of the files going. */
const executed = new Set<ApplicationType>(['file_authorization', 'file_watermark_removal', 'file_marking']);

const day = 86_400_000;

export interface DemoFlowType {
  type: ApplicationType;
  name: string;
  process: Process;
}

/** All eleven kinds of application, as a tenant of the demo runs them. */
export function demoFlowTypes(tid: TenantID): DemoFlowType[] {
  return (Object.keys(names) as ApplicationType[]).map((type) => {
    const { delivery } = applicationTypes[type];
    const isExecuted = executed.has(type);
    return {
      type,
      name: names[type],
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
        taskTimeLimit: type === 'gateway_trusted_mail_send' ? 3 * day : null,
      },
    };
  });
}
