import { chineseTypeNames } from '@sealflow/domain/workflow';
import { workflowNames } from '@sealflow/domain/workflow-names/zh';

/** Names of the workflow that several areas show. */
export const workflow = {
  types: chineseTypeNames,
  ...workflowNames,
  rules: { any_of: '一人同意即可', all_of: '须全部同意' },
  deliveries: { download: '申请人下载结果', email: '由服务发送邮件', none: '没有交付物' },
  inactive: {
    unknown: '不是本组织的成员',
    invited: '尚未接受邀请',
    suspended: '已停用',
    ended: '已离开组织',
    account_closed: '账号已注销',
    no_sign_in_right: '没有登录权限',
  },
  byOperator: '平台运维或早期版本',
  days: (count: number) => `${count} 天`,
  hours: (count: number) => `${count} 小时`,
  minutes: (count: number) => `${count} 分钟`,
};
