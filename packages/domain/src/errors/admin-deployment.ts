import { server } from './entry.ts';

/** Refusals of calls on the deployment: operators, delivery settings, nodes and jobs. */
export const adminDeploymentErrors = {
  'admin.operator_not_found': server(
    404,
    'operator credential not found',
    '运维凭证不存在',
    'No such operator credential',
  ),
  'admin.operator_last': server(
    409,
    'last operator credential',
    '这是最后一个运维凭证，不能停用',
    'This is the last operator credential, so it can’t be withdrawn',
  ),
  'admin.operator_person_last': server(
    409,
    'last operator',
    '这是最后一名运维人员，且没有运维凭证，不能撤销',
    'This is the last operator and there is no operator credential, so the role can’t be withdrawn',
  ),
  'admin.operator_exists': server(
    409,
    'account is an operator',
    '该账号已是运维人员',
    'This account is already an operator',
  ),
  'admin.operator_without_second_factor': server(
    409,
    'account without a second factor',
    '该账号没有第二步验证方式，请本人先绑定身份验证器',
    'This account has no second factor. Its owner sets up an authenticator app first',
  ),
  'admin.setup_link_invalid': server(
    404,
    'set-up link invalid',
    '设置链接无效或已过期，请重新生成',
    'This set-up link is invalid or has expired. Create a new one',
  ),
  'admin.delivery_settings_invalid': server(
    400,
    'delivery settings invalid',
    '设置无效，请检查标出的内容',
    'These settings are invalid. Check the marked field',
  ),
  'admin.delivery_from_environment': server(
    409,
    'delivery set by environment',
    '该设置由服务器的环境变量指定，请在那里修改',
    'This is set by the environment of the server. Change it there',
  ),
  'admin.delivery_not_configured': server(
    409,
    'delivery not configured',
    '尚未设置，请先保存设置',
    'This isn’t set up yet. Save the settings first',
  ),
  'admin.delivery_failed': server(
    502,
    'delivery failed',
    '测试消息未能发送，请检查设置',
    'The test message couldn’t be sent. Check the settings',
  ),
  'admin.node_not_found': server(404, 'node not found', '没有这个节点', 'No such node'),
  'admin.job_not_found': server(
    404,
    'job not found',
    '没有这个失败的任务，可能已重新执行',
    'No such failed job. It may have run again',
  ),
} as const;
