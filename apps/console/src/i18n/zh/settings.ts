/** The retention times that a person is about to save. */
type KeptDays = { readonly messageDays: number | null; readonly applicationDays: number | null };

/** Texts of the settings of an organisation. */
export const settings = {
  lead: '组织的名称、登录要求和文档规则。',
  identity: '组织信息',
  name: '组织名称',
  logo: '标志',
  logoOf: (name: string) => `${name}的标志`,
  chooseLogo: '选择图片',
  removeLogo: '移除标志',
  logoHint: 'PNG、JPEG 或 WebP，不超过 47 KB。成员在应用中看到此标志。',
  logoFault: '请选择不超过 47 KB 的 PNG、JPEG 或 WebP 图片',
  signIn: '登录',
  secondFactor: '二次验证',
  secondFactorHint: '登录时是否同时需要密码和验证码',
  secondFactors: { none: '不要求', new_devices: '新设备上要求', always: '每次登录都要求' },
  secondFactorHints: {
    none: '密码或验证码即可登录',
    new_devices: '30 天内在此设备上验证过的不再要求',
    always: '每次登录都需要密码和验证码',
  },
  lockedOut: (count: number) => `${count} 名成员没有已验证的手机号或邮箱，收不到验证码，将无法登录。`,
  documents: '文档',
  otherClients: '允许其他客户端打开文档',
  otherClientsHint: '没有注册设备的第三方客户端也可以申请打开文档的许可。',
  exactPages: '精确版式',
  exactPagesHint: '应用是否在设备上按原程序的样子绘制办公文档。引擎约 60 MB，文档不会离开设备。',
  exactPagesModes: { off: '关闭', ask: '下载前询问', preload: '提前下载' },
  exactPagesModeHints: {
    off: '应用只提供快速视图',
    ask: '成员第一次使用时，应用询问后再下载引擎',
    preload: '登录后在不按流量计费的网络上自动下载引擎，成员可以取消或删除',
  },
  renditions: '由服务转换文档',
  renditionsHint:
    '手机无法绘制精确版式。开启后，成员在流程中打开办公文档时，服务在没有网络和磁盘的隔离进程中将其转换为 PDF，并按原文档的权限加密保存。转换期间服务会看到文档的明文，因此默认关闭。',
  fullTextSearch: '按正文搜索文档',
  fullTextSearchHint:
    '应用在设备上为打开过的文档建立索引，之后可以按正文查找。索引只含用账号密钥计算的散列值，不含文字，也不会离开设备。许可结束、文档撤回或退出登录时删除。',
  printing: '打印',
  printingHint:
    '成员可在浏览器中打印不高于此级别的文档，每页都带水印。禁止下载或截屏的文档一律不能打印。每次打印及页数都会记入审计。纸质件无法撤回，因此默认不允许。',
  printingUpTo: (level: number | null) => (level === null ? '不允许' : `级别 ${level} 及以下`),
  insightOnPeople: '向管理员显示个人效率数据',
  insightOnPeopleHint:
    '开启后，管理员可在“效率分析”中查看每位成员的待办任务和等待时间。这些数据属于个人信息，默认关闭；每次查看都会记入审计。开启前，请按当地法律告知成员。成员始终可以在应用中查看自己的数据。',
  retention: '保留时间',
  retentionHint:
    '到期的内容会从服务中永久删除，无法恢复到应用中。进行中和退回的申请不会删除，审计记录不受影响。',
  messageDays: '消息的保留天数',
  messageDaysHint: '至少 30 天。留空则按平台的时间保留。',
  applicationDays: '已结束申请的保留天数',
  applicationDaysHint: '从结束时算起，至少 365 天，因为效率分析会统计一年的数据。留空则按平台的时间保留。',
  archiveApplications: '删除前归档申请',
  archiveApplicationsHint:
    '开启后，到期的申请在删除前写入带签名的归档文件，包括任务、决定、操作、意见，以及文件的名称和校验值，不含文件内容。成员在应用中不再看到这些申请；运维人员可以导出和校验归档。归档中只有人员的假名，删除人员数据后无法还原。关闭时，到期的申请直接删除。',
  deploymentKeepsAll: '平台不会删除。',
  deploymentKeeps: (days: number) => `平台最多保留 ${days} 天。`,
  sentenceGap: '',
  daysBetween: (min: number, max: number) => `请输入 ${min} 到 ${max} 之间的整数，或留空`,
  daysFixed: '平台的保留时间更短，请留空',
  keptFor: (days: number | null) => (days === null ? '按平台的时间' : `${days} 天`),
  confirmTitle: '保存设置？',
  effects: {
    name: (members: number) => `${members} 名成员将看到新的组织名称。`,
    logo: (members: number) => `${members} 名成员将看到新的标志。`,
    secondFactorDropped: (members: number) => `${members} 名成员今后只需密码或验证码即可登录。`,
    secondFactorDemanded: (members: number, withoutContact: number) =>
      `${members} 名成员登录时需要密码和验证码${withoutContact === 0 ? '' : `，其中 ${withoutContact} 名没有已验证的手机号或邮箱，将无法登录`}。`,
    otherClientsAllowed: () => '没有注册设备的第三方客户端可以打开本组织的文档。',
    otherClientsRefused: () => '第三方客户端不再能打开本组织的文档。',
    exactPagesOff: () => '成员不再能查看精确版式，只有精确版式的格式将无法预览。',
    exactPagesAsk: () => '成员第一次查看精确版式时，应用先询问再下载引擎。',
    renditionsOn: () => '成员要求转换的文档，其明文在转换期间对服务可见。每次转换都会记入审计。',
    renditionsOff: () => '服务不再转换文档，已生成的 PDF 将被删除。',
    fullTextOn: () => '应用为成员之后打开的文档建立索引。',
    fullTextOff: () => '应用不再为文档建立索引，设备上已有的索引在应用下次连接服务时删除。',
    printingOn: () => '成员可以打印不高于此级别的文档，每页都带水印。每次打印都会记入审计。',
    printingOff: () => '成员不再能打印文档。',
    insightOnPeopleOn: (members: number) =>
      `管理员可以查看 ${members} 名成员的待办任务和等待时间，应用会告知成员。每次查看都会记入审计。`,
    insightOnPeopleOff: () => '管理员不再能查看成员的等待时间。',
    messagesKept: (_members: number, _withoutContact: number, { messageDays }: KeptDays) =>
      messageDays === null
        ? '消息按平台的时间保留。'
        : `超过 ${messageDays} 天的消息将在一天内开始永久删除。`,
    applicationsKept: (_members: number, _withoutContact: number, { applicationDays }: KeptDays) =>
      applicationDays === null
        ? '已结束的申请按平台的时间保留。'
        : `结束超过 ${applicationDays} 天的申请及其文件将在一天内开始永久删除。`,
    archiveOn: () => '到期的申请在删除前归档，归档一直保留到组织被删除。',
    archiveOff: () => '到期的申请不再归档，直接删除。已有的归档保留。',
    exactPagesPreload: (members: number) =>
      `${members} 名成员的电脑浏览器将在不按流量计费的网络上自动下载约 60 MB 的引擎。`,
  },
  operatedTitle: '由平台运维人员设置',
  operatedHint: '如需修改，请联系平台的运维人员。',
  namespace: '策略命名空间',
  server: '服务器',
  thisService: '本平台',
  serviceVersion: '服务版本',
  key: '许可密钥标识',
  deploymentTitle: '整个平台的设置',
  deploymentHint: '适用于平台上的所有组织，由运维人员在服务配置中修改。',
  passwordRules: '密码规则',
  passwordRuleSets: { specification: '长度和字符种类', length: '仅长度' },
  sessions: '登录有效期',
  days: (count: number) => `${count} 天`,
  unlimited: '不限',
  membership: '加入组织',
  memberships: { invitation: '接受邀请后加入', direct: '添加后立即加入' },
  personQuota: '每人的存储空间',
  tenantQuota: '组织的存储空间',
  mebibytes: (count: number) => `${count} MiB`,
  refusedFileTypes: '拒绝的文件类型',
  agreements: '用户协议和隐私政策',
  agreementSources: { built_in: '内置文本', custom: '平台自己的文本' },
  codeChannels: '验证码的发送方式',
  channels: { sms: '短信', email: '邮件' },
  separator: '、',
};
