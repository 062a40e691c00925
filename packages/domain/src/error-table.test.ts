import { describe, expect, test } from 'vitest';
import { type ErrorCode, type ErrorPrefix, errorCatalogue, errorText, matchError } from './errors.ts';

type Row = readonly [ErrorPrefix, message: string, ErrorCode, cn: string, en: string];

/** Every server message and failure of section 8, as it comes, with what a person reads. */
const failures: readonly Row[] = [
  // The network.
  [
    'app',
    'network error',
    'app.network_error',
    '网络异常，请检查网络',
    'Network error. Check your connection',
  ],
  ['app', '502', 'app.bad_gateway', '服务器访问异常', 'Can’t reach the server right now'],
  ['app', 'timeout', 'app.timeout', '请求超时（10 秒）', 'The request timed out after 10 seconds'],
  ['app', '404', 'app.page_not_found', '网页未找到', 'Page not found'],
  ['app', 'i/o timeout', 'app.server_unreachable', '无法连接服务器', 'Unable to connect to the server'],
  ['work', 'connection refused', 'app.connection_refused', '服务连接失败', 'Couldn’t connect to the service'],
  // Verification codes by text message and by mail.
  ['vcode', 'not found', 'vcode.account_not_found', '手机号未注册', 'This phone number isn’t registered'],
  [
    'vcode',
    'account not found',
    'vcode.account_not_found',
    '手机号未注册',
    'This phone number isn’t registered',
  ],
  [
    'vcode',
    'daily phone limit',
    'vcode.daily_limit',
    '今日获取验证码次数已达上限',
    'You’ve reached today’s limit of codes for this number',
  ],
  [
    'vcode',
    'one-hour phone limit',
    'vcode.hourly_limit',
    '一小时内获取验证码次数已达上限',
    'You’ve reached the hourly limit of codes for this number',
  ],
  [
    'vcode',
    'wait at least 60 s for a new code',
    'vcode.wait',
    '请至少等待 60 秒再获取新的验证码',
    'Wait at least 60 seconds before you get a new code',
  ],
  ['vemail', 'account not found', 'vemail.account_not_found', '邮箱未注册', 'This email isn’t registered'],
  [
    'vemail',
    'wait at least one minute',
    'vemail.wait',
    '请至少等待一分钟再获取新的验证码',
    'Wait at least one minute before you get a new code',
  ],
  [
    'vemail',
    'unknown error',
    'vemail.unknown_error',
    '邮件发送失败，请稍后再试',
    'Couldn’t send the email. Try again later',
  ],
  // Signing in.
  [
    'login',
    'account locked',
    'login.account_locked',
    '账号已被锁定，请通过重置密码解锁',
    'This account is locked. Reset the password to unlock it',
  ],
  [
    'login',
    'user has unknown role',
    'login.unknown_role',
    '无权登录，请联系管理员授权',
    'You don’t have permission to sign in. Ask your administrator for access',
  ],
  [
    'login',
    'incorrect Username or Password',
    'login.incorrect_username_or_password',
    '用户名或密码错误',
    'Incorrect username or password',
  ],
  ['login', 'not found', 'login.not_found', '账号不存在', 'This account doesn’t exist'],
  ['login', 'user not found', 'login.account_not_found', '账号不存在', 'This account doesn’t exist'],
  ['login', 'account not found', 'login.account_not_found', '账号不存在', 'This account doesn’t exist'],
  [
    'login',
    'no rights or no roles',
    'login.no_rights_or_no_roles',
    '没有登录权限，请联系管理员授权',
    'You don’t have permission to sign in. Ask your administrator for access',
  ],
  ['login', 'token expired', 'login.token_expired', '当前登录无效', 'Your sign-in is no longer valid'],
  [
    'login',
    'tenant access denied',
    'login.tenant_access_denied',
    '没有访问该企业的权限',
    'You don’t have access to this organisation',
  ],
  [
    'login',
    'user password changed',
    'login.user_password_changed',
    '密码已修改，请重新登录',
    'The password was changed. Sign in again',
  ],
  [
    'login',
    'please switch to actual tenant',
    'login.please_switch_to_actual_tenant',
    '请切换到实际所属的企业',
    'Switch to the organisation you belong to',
  ],
  [
    'login',
    'user has no tenant',
    'login.user_has_no_tenant',
    '企业信息审核中',
    'Your organisation’s details are under review',
  ],
  [
    'login',
    'verification code error',
    'login.verification_code_error',
    '验证码错误',
    'Incorrect verification code',
  ],
  [
    'login',
    'signature is invalid',
    'login.signature_is_invalid',
    '登录已过期，需要重新登录',
    'Your sign-in has expired. Sign in again',
  ],
  [
    'login',
    'signature invalid',
    'login.signature_is_invalid',
    '登录已过期，需要重新登录',
    'Your sign-in has expired. Sign in again',
  ],
  // Routes, messages, files.
  [
    'router',
    'change page abnormally',
    'router.change_page_abnormally',
    '页面跳转异常',
    'Couldn’t open the page',
  ],
  [
    'message',
    'empty creation error',
    'message.empty_creation',
    '消息内容不能为空',
    'The message can’t be empty',
  ],
  ['file', 'no file found', 'file.no_file_found', '没有找到文件', 'No file found'],
  ['file', 'file does not exist', 'file.file_does_not_exist', '文件不存在', 'The file doesn’t exist'],
  ['file', 'error checking file', 'file.error_checking_file', '检查文件出错', 'Couldn’t check the file'],
  [
    'file',
    'open failed',
    'file.open_failed',
    '文件打开失败，可能不是当前企业的文件',
    'Couldn’t open the file. It may not belong to the current organisation',
  ],
  ['file', 'download failed', 'file.download_failed', '下载失败', 'Download failed'],
  [
    'file',
    'image failed to load',
    'app.image_load_failed',
    '图片加载失败，可能已被后台删除',
    'Couldn’t load the image. It may have been deleted',
  ],
  // Work.
  [
    'work',
    "customer's server API URL not specified",
    'work.server_api_not_specified',
    '未配置企业服务地址',
    'The address of the organisation’s server isn’t configured',
  ],
  ['work', 'task state error', 'work.task_state_error', '任务已被处理', 'This task has already been handled'],
  [
    'work',
    'flow not found',
    'work.flow_not_found',
    '流程不存在，可能已被申请人删除',
    'Application not found. The applicant may have deleted it',
  ],
  [
    'work',
    'flow state error',
    'work.flow_state_error',
    '流程状态已变化，无法执行此操作',
    'The application’s state has changed, so this is no longer possible',
  ],
  [
    'work',
    'request to the enterprise service failed',
    'work.request_failed',
    '无法连接企业服务',
    'Unable to connect to the organisation’s server',
  ],
  ['work', 'workflow not found', 'work.workflow_not_found', '工作流不存在', 'No such workflow'],
  // Others.
  ['app', 'app-key not specified', 'app.app_key_not_specified', '未指定应用标识', 'The app key is missing'],
  ['app', 'app-key token error', 'app.app_key_token_error', '应用标识令牌错误', 'The app key is invalid'],
  [
    'app',
    'customer user not found',
    'app.customer_user_not_found',
    '企业用户不存在',
    'This user doesn’t exist in the organisation',
  ],
  ['app', 'record not found', 'app.record_not_found', '记录不存在', 'No such record'],
  [
    'app',
    'generate user token error',
    'app.generate_user_token_error',
    '生成用户令牌失败',
    'Couldn’t create a sign-in token',
  ],
  [
    'app',
    'nobody knows this one',
    'app.unknown_error',
    '未能解析的错误',
    'Something went wrong (unknown error)',
  ],
];

describe('each failure of section 8', () => {
  test.each(failures)('%s: %s is %s and says %s', (prefix, message, code, cn, en) => {
    expect(matchError(prefix, message)).toEqual({ code, params: {} });
    const params = { seconds: 10 };
    expect([errorText(code, 'cn', params), errorText(code, 'en', params)]).toEqual([cn, en]);
    const { color, type, visible } = errorCatalogue[code];
    expect({ color, visible }).toEqual({ color: 'error', visible: true });
    expect(['server', 'network', 'client']).toContain(type);
  });

  test.each(failures.filter(([, , code]) => code !== 'app.unknown_error'))(
    '%s: additional text beside %s becomes a parameter',
    (prefix, message, code) => {
      const { code: found, params } = matchError(prefix, `${message}: id 7`);
      expect([found, params]).toEqual([code, { detail: 'id 7' }]);
      const text = errorText(found, 'en', { seconds: 10, ...params });
      expect(text).toBe(`${errorText(code, 'en', { seconds: 10 })} (id 7)`);
    },
  );

  test('success messages are green, and messages that report no error are blue', () => {
    expect(errorCatalogue['file.permission_granted'].color).toBe('success');
    expect(errorCatalogue['update.latest_installed'].color).toBe('success');
    expect(errorCatalogue['app.offline'].color).toBe('info');
  });
});
