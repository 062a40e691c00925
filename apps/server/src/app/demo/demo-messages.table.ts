import type { DemoName, TenantID } from './demo-people.table.ts';

export interface DemoAnnouncement {
  tid: TenantID | null;
  sessionTitle: string;
  /** Hours before the first start. */
  hoursAgo: number;
  title: string;
  text: string;
}

export const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    tid: null,
    sessionTitle: '密件通公告',
    hoursAgo: 40 * 24,
    title: '欢迎使用密件通',
    text: '受保护的文件只在您的设备上解密，审批随时随地。如需帮助，请联系所在单位的管理员。',
  },
  {
    tid: 'huachen',
    sessionTitle: '华辰精密公告',
    hoursAgo: 35 * 24,
    title: '文件密级调整说明',
    text: '自本月起，新建文件默认密级为“内部”。含报价、工艺参数的文件请选择“秘密”。',
  },
  {
    tid: 'huachen',
    sessionTitle: '华辰精密公告',
    hoursAgo: 18 * 24,
    title: '年度保密培训安排',
    text: '本年度保密培训定于本月二十五日下午两点，地点：三号楼报告厅。请各部门合理安排工作，准时参加。',
  },
  {
    tid: 'huachen',
    sessionTitle: '华辰精密公告',
    hoursAgo: 28,
    title: '系统维护通知',
    text: '本周六 22:00 至次日 02:00 进行存储扩容，期间可查看已下载的文件，审批操作请提前完成。',
  },
  {
    tid: 'lanhai',
    sessionTitle: '蓝海设计院公告',
    hoursAgo: 14 * 24,
    title: '出图签审流程更新',
    text: '施工图外发须附总工签审单，审批人会据此核对。',
  },
  {
    tid: 'lanhai',
    sessionTitle: '蓝海设计院公告',
    hoursAgo: 10,
    title: '节假日值班表',
    text: '值班表已发布，紧急审批请联系院办公室。',
  },
];

export interface DemoConversation {
  /** The person who sees the conversation. */
  reader: DemoName;
  /** The sender, used as the title of the session. */
  title: string;
  tid: TenantID;
  /** `ago`: hours from the last message to the first start. `every`: hours between two messages. */
  hoursAgo: number;
  intervalHours: number;
  texts: readonly string[];
  /** Whether the last message has a voice version. */
  hasVoice: boolean;
}

const aboutTheContract = [
  '张伟，采购合同第三版我看过了，整体没问题。',
  '第四条付款方式建议改成验收后三十日内支付。',
  '对方法务坚持到货即付，你再争取一下。',
  '违约金比例千分之一偏低，参照去年框架协议改为千分之三。',
  '附件二的技术规格书请换成最新版本。',
  '另外，质保期是否包含运输损坏？合同里没写清楚。',
  '已和对方确认，质保期从最终验收起算二十四个月。',
  '好的，那就按这个口径修改第八条。',
  '知识产权条款加一句：交付的图纸归我方所有。',
  '保密条款引用的协议编号写错了，应为 HC-NDA-2026-087。',
  '修改后请重新发起审批，旧流程我先退回。',
  '收到，今天下班前提交。',
  '注意外发前先申请去除内部批注。',
  '银行那边要的年度运营报告也一起准备吧。',
  '报告密级是秘密，外发需要两级审批。',
  '已知悉，我会在描述里写明用途和收件单位。',
  '平面图的事情怎么样了？施工单位签保密协议没有？',
  '昨天签完了，编号 118。',
  '那可以重新提交邮件外发申请了。',
  '提交后在群里说一声，我优先处理。',
  '对了，审计那份解密文件用完记得删除。',
  '已经删除并登记。',
  '辛苦了。',
  '陈静那边需要查阅合同全文，你发起一个文件授权。',
  '好，授权到年底可以吗？',
  '可以，备注写清楚原因。',
  '另外下周三有供应商质量例会，请提前发会议资料。',
  '资料已经上传，密级是公开。',
  '我看到了，格式没问题。',
  '法院举证那份申请也收到了，我核对完案号就批。',
  '案号是苏园民初字第二〇四六号。',
  '请尽快处理今天上午提交的邮件外发申请，施工单位下午三点前要图。',
] as const;

export const demoConversations: readonly DemoConversation[] = [
  {
    reader: 'zhangwei',
    title: '李娜',
    tid: 'huachen',
    hoursAgo: 1.5,
    intervalHours: 5,
    texts: aboutTheContract,
    hasVoice: true,
  },
  {
    reader: 'zhangwei',
    title: '信息中心服务台',
    tid: 'huachen',
    hoursAgo: 26,
    intervalHours: 40,
    texts: [
      '您的设备登记已通过。',
      '新版客户端修复了大文件预览中断的问题，请及时更新。',
      '您的邮箱已开通可信发送。',
    ],
    hasVoice: false,
  },
  {
    reader: 'lina',
    title: '张伟',
    tid: 'huachen',
    hoursAgo: 0.6,
    intervalHours: 9,
    texts: [
      '合同已按意见修改，请查收。',
      '保密协议已签，邮件外发已重新提交。',
      '请优先处理邮件外发申请，谢谢。',
    ],
    hasVoice: true,
  },
  {
    reader: 'wangqiang',
    title: '李娜',
    tid: 'huachen',
    hoursAgo: 4,
    intervalHours: 12,
    texts: ['银行授信材料需要外发，请确认通道。', '文件授权的处理任务在你那里，麻烦看一下。'],
    hasVoice: false,
  },
  {
    reader: 'liuyang',
    title: '总工办',
    tid: 'lanhai',
    hoursAgo: 8,
    intervalHours: 30,
    texts: ['会议纪要请补充结论页。', '补充后重新提交签审。'],
    hasVoice: false,
  },
];
