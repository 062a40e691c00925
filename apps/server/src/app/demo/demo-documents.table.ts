import type { DemoName, TenantID } from './demo-people.table.ts';

export interface DemoDocument {
  /** Referenced by the flows of the demo. */
  id: string;
  tid: TenantID;
  /** File name in `demo/documents`. */
  file: string;
  mimeType: string;
  owner: DemoName;
  classification: 'public' | 'internal' | 'secret';
}

const pdf = 'application/pdf';

export const demoDocuments: readonly DemoDocument[] = [
  {
    id: 'hc-contract',
    tid: 'huachen',
    file: '采购合同.pdf',
    mimeType: pdf,
    owner: 'zhangwei',
    classification: 'internal',
  },
  {
    id: 'hc-report',
    tid: 'huachen',
    file: '年度运营报告.pdf',
    mimeType: pdf,
    owner: 'zhangwei',
    classification: 'secret',
  },
  {
    id: 'hc-plan',
    tid: 'huachen',
    file: '三号厂房平面图.png',
    mimeType: 'image/png',
    owner: 'zhangwei',
    classification: 'internal',
  },
  {
    id: 'hc-minutes',
    tid: 'huachen',
    file: '三号厂房产线项目会议纪要.txt',
    mimeType: 'text/plain',
    owner: 'zhangwei',
    classification: 'public',
  },
  {
    id: 'hc-handbook',
    tid: 'huachen',
    file: 'Supplier Handbook.pdf',
    mimeType: pdf,
    owner: 'chenjing',
    classification: 'internal',
  },
  {
    id: 'lh-plan',
    tid: 'lanhai',
    file: '三号厂房平面图.png',
    mimeType: 'image/png',
    owner: 'zhangwei',
    classification: 'secret',
  },
  {
    id: 'lh-contract',
    tid: 'lanhai',
    file: '采购合同.pdf',
    mimeType: pdf,
    owner: 'zhangwei',
    classification: 'internal',
  },
  {
    id: 'lh-minutes',
    tid: 'lanhai',
    file: '三号厂房产线项目会议纪要.txt',
    mimeType: 'text/plain',
    owner: 'liuyang',
    classification: 'internal',
  },
];
