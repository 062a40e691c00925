import { type ApplicationType, applicationTypes, type Process } from '@sealflow/domain/workflow';

/** The names of the kinds of application until a tenant renames them. */
export const standardFlowTypeNames: Readonly<Record<ApplicationType, string>> = {
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

/** All kinds of application, each approved by any one of the given people and processed by the service. */
export function standardFlowTypes(
  approvers: readonly string[],
): { type: ApplicationType; name: string; process: Process }[] {
  return (Object.keys(standardFlowTypeNames) as ApplicationType[]).map((type) => {
    const { delivery, needsProcessing } = applicationTypes[type];
    return {
      type,
      name: standardFlowTypeNames[type],
      process: {
        stages: [{ rule: 'any_of', approvers }],
        cc: [],
        fileProcess: needsProcessing ? { by: 'service' } : null,
        delivery,
        directComplete: false,
        taskTimeLimit: null,
      },
    };
  });
}
