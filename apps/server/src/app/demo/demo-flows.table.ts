import type { ApplicationType, FlowEvent } from '@sealflow/domain/workflow';
import type { DemoName, TenantID } from './demo-people.table.ts';

/** One event of a flow, some hours after the application was made. */
export interface DemoStep {
  /** Hours after the application. */
  afterHours: number;
  act:
    | 'approve'
    | 'reject'
    | 'add_approval'
    | 'handle'
    | 'download'
    | 'cancel'
    | Extract<
        FlowEvent['type'],
        'processing_started' | 'processing_done' | 'email_sent' | 'deadline_reached'
      >;
  by?: DemoName;
  note?: string;
  /** Who is asked by an added approval. */
  addedApprover?: DemoName;
}

export interface DemoFlow {
  /** Hours before the first start. */
  hoursAgo: number;
  type: ApplicationType;
  by: DemoName;
  title: string;
  description: string;
  documents: readonly string[];
  /** Who will be able to read the documents. */
  readers?: readonly DemoName[];
  steps: readonly DemoStep[];
}

const approve = (afterHours: number, note = '同意', by: DemoName = 'lina'): DemoStep => ({
  afterHours,
  act: 'approve',
  by,
  note,
});
const processingSteps = (afterHours: number): readonly DemoStep[] => [
  { afterHours, act: 'processing_started' },
  { afterHours: afterHours + 0.1, act: 'processing_done' },
];

const huachen: readonly DemoFlow[] = [
  {
    hoursAgo: 30 * 24,
    type: 'trusted_mailbox_application',
    by: 'zhangwei',
    title: '申请供应商沟通邮箱',
    description: '用于与苏州供应商往来图纸与报价，使用期限一年。',
    documents: [],
    steps: [approve(5)],
  },
  {
    hoursAgo: 26 * 24,
    type: 'gateway_trusted_mail_send',
    by: 'zhangwei',
    title: '向海关报关行发送装箱单',
    description: '随船资料，需在截关前送达。',
    documents: ['hc-minutes'],
    steps: [{ afterHours: 72.1, act: 'deadline_reached' }],
  },
  {
    hoursAgo: 20 * 24,
    type: 'file_decryption',
    by: 'zhangwei',
    title: '解密采购合同（审计留存）',
    description: '会计师事务所年审需要明文合同，审计结束后销毁。',
    documents: ['hc-contract'],
    steps: [
      approve(3, '仅限审计使用，注意回收'),
      ...processingSteps(3.1),
      { afterHours: 20, act: 'download', by: 'zhangwei' },
    ],
  },
  {
    hoursAgo: 16 * 24,
    type: 'mail_out',
    by: 'zhangwei',
    title: '外发平面图给施工单位',
    description: '三号厂房改造招标用图。',
    documents: ['hc-plan'],
    steps: [{ afterHours: 6, act: 'reject', by: 'lina', note: '请先与施工单位签署保密协议' }],
  },
  {
    hoursAgo: 12 * 24,
    type: 'file_out',
    by: 'zhangwei',
    title: '外发会议纪要',
    description: '发错版本，撤回后重新申请。',
    documents: ['hc-minutes'],
    steps: [{ afterHours: 1, act: 'cancel', by: 'zhangwei' }],
  },
  {
    hoursAgo: 9 * 24,
    type: 'file_authorization',
    by: 'zhangwei',
    title: '授权陈静查阅采购合同',
    description: '陈静协助跟进交付与验收，需要查阅合同全文。',
    documents: ['hc-contract'],
    readers: ['chenjing'],
    steps: [approve(2, '同意，授权至年底')],
  },
  {
    hoursAgo: 6 * 24,
    type: 'trusted_mail_send',
    by: 'zhangwei',
    title: '发送会议纪要给供应商',
    description: '供应商质量例会纪要，收件人为质量负责人。',
    documents: ['hc-minutes'],
    steps: [approve(4)],
  },
  {
    hoursAgo: 5 * 24,
    type: 'file_to_transparent',
    by: 'zhangwei',
    title: '平面图转透明文件',
    description: '公示栏张贴用，不含工艺参数。',
    documents: ['hc-plan'],
    steps: [approve(8, '已确认不含工艺参数')],
  },
  {
    hoursAgo: 4 * 24,
    type: 'file_to_classification',
    by: 'zhangwei',
    title: '年度运营报告转内部',
    description: '供各部门学习，由秘密调整为内部。',
    documents: ['hc-report'],
    steps: [approve(3), ...processingSteps(3.1)],
  },
  {
    hoursAgo: 50,
    type: 'file_out',
    by: 'zhangwei',
    title: '外发年度运营报告给银行',
    description: '授信评审材料，收件单位：工商银行苏州分行。',
    documents: ['hc-report'],
    steps: [
      {
        afterHours: 4,
        act: 'add_approval',
        by: 'lina',
        note: '请信息中心确认外发通道',
        addedApprover: 'wangqiang',
      },
    ],
  },
  {
    hoursAgo: 27,
    type: 'file_decryption',
    by: 'zhangwei',
    title: '解密采购合同（法院举证）',
    description: '买卖合同纠纷案举证，需提交合同原文。',
    documents: ['hc-contract'],
    steps: [],
  },
  {
    hoursAgo: 20,
    type: 'file_marking',
    by: 'chenjing',
    title: '供应商手册加注“受控文件”',
    description: '体系审核要求对外手册统一标记。',
    documents: ['hc-handbook'],
    steps: [],
  },
  {
    hoursAgo: 7,
    type: 'mail_out',
    by: 'zhangwei',
    title: '外发平面图（已签保密协议）',
    description: '保密协议编号 HC-NDA-2026-118，请审批。',
    documents: ['hc-plan', 'hc-minutes'],
    steps: [],
  },
  {
    hoursAgo: 3,
    type: 'file_authorization',
    by: 'chenjing',
    title: '授权张伟查阅供应商手册',
    description: '采购合同谈判需要引用手册中的质量条款。',
    documents: ['hc-handbook'],
    readers: ['zhangwei'],
    steps: [],
  },
  {
    hoursAgo: 0.7,
    type: 'file_watermark_removal',
    by: 'zhangwei',
    title: '去除年度运营报告水印',
    description: '董事会印刷版使用，共印二十册。',
    documents: ['hc-report'],
    steps: [],
  },
];

const lanhai: readonly DemoFlow[] = [
  {
    hoursAgo: 22 * 24,
    type: 'trusted_mailbox_application',
    by: 'liuyang',
    title: '申请项目可信邮箱',
    description: '跨江通道项目与业主沟通。',
    documents: [],
    steps: [approve(2)],
  },
  {
    hoursAgo: 11 * 24,
    type: 'file_decryption',
    by: 'zhangwei',
    title: '解密厂房平面图（报建）',
    description: '规划局报建要求提交可编辑版本。',
    documents: ['lh-plan'],
    steps: [approve(5), ...processingSteps(6)],
  },
  {
    hoursAgo: 8 * 24,
    type: 'file_out',
    by: 'liuyang',
    title: '外发会议纪要给业主',
    description: '设计联络会纪要。',
    documents: ['lh-minutes'],
    steps: [{ afterHours: 9, act: 'reject', by: 'lina', note: '纪要未经总工审核' }],
  },
  {
    hoursAgo: 30,
    type: 'file_out',
    by: 'zhangwei',
    title: '外发平面图给审图机构',
    description: '施工图审查，收件单位：省审图中心。',
    documents: ['lh-plan'],
    steps: [],
  },
  {
    hoursAgo: 12,
    type: 'file_marking',
    by: 'liuyang',
    title: '会议纪要加注版本号',
    description: '统一标注为 V2.1。',
    documents: ['lh-minutes'],
    steps: [],
  },
  {
    hoursAgo: 2,
    type: 'file_decryption',
    by: 'zhangwei',
    title: '解密设备采购合同',
    description: '财务付款审核需要。',
    documents: ['lh-contract'],
    steps: [],
  },
];

export const demoFlows: Readonly<Record<TenantID, readonly DemoFlow[]>> = { huachen, lanhai };
