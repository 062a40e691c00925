import { client, foreign, server } from './entry.ts';

/** Flows and tasks. */
export const workErrors = {
  'work.server_api_not_specified': server(
    503,
    "customer's server API URL not specified",
    '未配置企业服务地址',
    'The address of the organisation’s server isn’t configured',
  ),
  'work.request_failed': server(
    502,
    ['request to the enterprise service failed', 'request to enterprise service failed'],
    '无法连接企业服务',
    'Unable to connect to the organisation’s server',
  ),
  'work.task_state_error': server(
    409,
    'task state error',
    '任务已被处理',
    'This task has already been handled',
  ),
  'work.changed_since_seen': server(
    409,
    'task state error',
    '内容在您查看后有变化，请重新查看后再处理',
    'The application changed since you saw it. Review it again before you decide',
  ),
  'work.flow_state_error': server(
    409,
    'flow state error',
    '流程状态已变化，无法执行此操作',
    'The application’s state has changed, so this is no longer possible',
  ),
  'work.flow_not_found': server(
    404,
    'flow not found',
    '流程不存在，可能已被申请人删除',
    'Application not found. The applicant may have deleted it',
  ),
  'work.workflow_not_found': foreign(404, 'workflow not found', '工作流不存在', 'No such workflow'),
  'work.task_not_found': server(404, 'task not found', '任务不存在', 'No such task'),
  'work.flow_type_not_found': server(
    404,
    'flow type not found',
    '没有可用的申请类型',
    'Your organisation doesn’t offer this application type',
  ),
  'work.not_allowed': server(403, 'no rights', '没有操作权限', 'You don’t have permission to do this'),
  'work.approvers_invalid': server(
    400,
    'invalid approvers',
    '所选人员无法处理此任务',
    'The people you chose can’t handle this task',
  ),
  'work.process_does_not_fit': server(
    400,
    'process does not fit',
    '流程设置与申请类型不符',
    'This process doesn’t match the application type',
  ),
  'work.mention_not_participant': server(
    400,
    'not a participant',
    '只能提及参与此申请的人员',
    'You can mention only people who take part in this application',
  ),
  'work.comments_full': server(
    409,
    'too many comments',
    '此申请的评论已达上限',
    'This application has reached the limit of comments',
  ),
  'work.nobody_to_remind': server(
    409,
    'nobody to remind',
    '目前没有等待他人处理的任务，无需催办',
    'Nobody else has a task to do in this application right now',
  ),
  'work.reminded_recently': server(
    429,
    'reminded recently',
    '刚刚催办过，请在 {minutes} 分钟后再催办',
    'You reminded them recently. You can remind them again in {minutes} min',
  ),
  'work.no_department_head': server(
    409,
    'no department head',
    '您的部门及上级部门没有可审批的负责人，请联系管理员',
    'Neither your department nor one above it has a head who can decide. Ask your administrator to set one',
  ),
  'work.no_email': server(
    400,
    'no email',
    '您还没有登记邮箱，请填写邮箱地址',
    'Your account has no email address. Enter one',
  ),
  'work.idempotency_key_reused': server(
    422,
    'idempotency key reused',
    '重复的请求内容不一致',
    'A repeated request had different content',
  ),
  'work.file_not_sealed': client(
    'file not sealed',
    '文件未加密，无法进行此操作',
    'A file of this application isn’t a protected document',
  ),
  'work.not_document_owner': client(
    'not the owner',
    '您不是文档的所有者',
    'You don’t own a document of this application',
  ),
  'work.key_unavailable': client(
    'key unavailable',
    '文档的密钥不可用，可能不是当前企业的文档',
    'The key of a document isn’t available. It may belong to another organisation',
  ),
  'work.mailbox_not_trusted': client(
    'mailbox not trusted',
    '收件邮箱不是可信邮箱',
    'A recipient isn’t a trusted mailbox',
  ),
  'work.mailbox_not_found': server(404, 'mailbox not found', '可信邮箱不存在', 'No such trusted mailbox'),
  'work.attachments_too_large': client(
    'attachments too large',
    '附件总大小超出邮件限制',
    'The files are too large for an email',
  ),
  'work.mail_refused': client('mail refused', '邮件服务器拒收邮件', 'The mail server rejected the email'),
  'work.mail_not_sent': client('mail not sent', '邮件未能发出', 'Couldn’t send the email'),
  'work.mail_unconfirmed': client(
    'mail unconfirmed',
    '邮件服务器未确认收下邮件，邮件可能已送达。请先向收件人确认，再决定是否重试',
    'The mail server didn’t confirm the email, which may have arrived. Check with the recipients before you try again',
  ),
} as const;
