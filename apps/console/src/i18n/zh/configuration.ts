/** Texts of the area of configuration. */
export const configuration = {
  lead: '应用从此服务获取的设置，以及此服务的邮件、短信和主密钥。',
  apps: '应用设置',
  isDefault: '默认值',
  isChanged: '已修改',
  value: '值',
  valueHint: '应用下次启动时生效。',
  restore: '恢复默认值',
};
