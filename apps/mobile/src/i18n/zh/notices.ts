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
  pushText: '打开密件通查看',
  offerPush: '开启通知，及时收到消息和待办',
  turnOn: '开启',
  notNow: '暂不开启',
  pushDenied: '通知已被浏览器禁止，请在浏览器的网站设置中允许',
  pushFailed: '通知暂时无法开启，请稍后重试',
  newVersion: '新版本已就绪，重新加载即可使用',
  reload: '重新加载',
  later: '稍后',
};
