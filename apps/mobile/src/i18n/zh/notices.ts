export const notices = {
  // All that a notification says: what a message contains never leaves by a push.
  pushTitles: {
    text: '您有一条新消息',
    text_voice: '您有一条语音消息',
    announcement: '您有一条新公告',
    flow: '您的申请有新进展',
    task: '您有一条待办任务',
  },
  pushChannel: '消息通知',
  // The ellipsis says that a form follows: the press itself decides nothing.
  pushActions: { approve: '同意…', reject: '拒绝…' },
  pushText: '打开密件通查看',
  foreignTaskTitle: '无法打开此任务',
  foreignTaskHint: '它所属的企业不在您当前账号中。请切换到接收通知的账号后再打开。',
  otherTenantTask: (name: string) => `这条任务属于“${name}”，需要切换到该企业后处理。`,
  offerPush: '开启通知，及时收到消息和待办',
  turnOn: '开启',
  notNow: '暂不开启',
  pushDenied: '通知已被浏览器禁止，请在浏览器的网站设置中允许',
  pushFailed: '通知暂时无法开启，请稍后重试',
  pushWaiting: '网络不稳定，通知将在恢复后自动开启',
  newVersion: '新版本已就绪，重新加载即可使用',
  reload: '重新加载',
  later: '稍后',
  storageLifetimes: {
    window:
      '浏览器限制了此窗口的存储。如果这是无痕或隐私窗口，关闭窗口后，此设备上的文档、草稿和未发送的内容会被删除。',
    page: '浏览器不允许此页面存储数据。关闭或重新加载页面后，此设备上的文档、草稿和未发送的内容会丢失。请使用普通窗口，或在浏览器设置中允许此网站存储数据。',
  },
  understood: '知道了',
};
