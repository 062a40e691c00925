/** Texts of the security of the own account. */
export const security = {
  lead: '管理您自己账号的两步验证和登录设备。',
  authenticator: '身份验证器',
  authenticatorLead: '绑定后，在新设备上登录需要密码和身份验证器应用显示的 6 位验证码。',
  notEnrolled: '未绑定',
  enrolledAt: (time: string) => `已于 ${time} 绑定`,
  operatorNeeds: '运维人员须使用两步验证。请绑定身份验证器。',
  enrol: '绑定身份验证器',
  passwordHint: '请先输入您的登录密码。',
  confirm: '确认绑定',
  recoveryCodes: '恢复码',
  codesLeft: (count: number) => `剩余 ${count} 个`,
  fewCodes: '恢复码所剩不多，请生成新的恢复码。',
  replace: '生成新的恢复码',
  replaceHint: '新恢复码生成后，之前的恢复码全部失效。',
  remove: '移除身份验证器',
  removeText:
    '移除后，登录不再需要身份验证器的验证码，恢复码同时失效。所在组织要求两步验证时，仍需使用短信或邮箱验证码。',
  removed: '已移除身份验证器',
  devices: '登录设备',
  devicesLead: '这些设备登录过您的账号。请停用遗失或不认识的设备，其登录将立即结束。',
  thisDevice: '本设备',
};
