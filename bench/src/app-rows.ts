import type { Message, MessageSession, Task } from '@sealflow/contract';

/** The longest list that a person would scroll. */
export const rowCount = 10_000;

const minute = 60_000;
const words = [
  '采购合同',
  '年度运营报告',
  '三号厂房平面图',
  '产线项目会议纪要',
  '供应商名录',
  '质量检验记录',
];
const word = (index: number) => words[index % words.length] ?? '';

/** Newest first, one minute apart. */
const timeOf = (now: number, index: number) => now - index * minute;

export const sessionAt = (now: number, index: number): MessageSession => ({
  sessionID: `bench-${index}`,
  kind: (['work', 'announcement', 'conversation'] as const)[index % 3] ?? 'work',
  title: `${word(index)} ${index}`,
  tid: null,
  unread: index % 7 === 0 ? index % 120 : 0,
  updateAt: timeOf(now, index),
  lastMsg: {
    msgID: `bench-${index}`,
    type: 'text',
    text: `关于${word(index + 1)}的说明，请查收。`,
    createAt: timeOf(now, index),
  },
});

export const messageAt = (now: number, index: number): Message => ({
  msgID: `bench-${index}`,
  sessionID: 'bench-0',
  type: index % 5 === 0 ? 'task' : 'text',
  title: `${word(index)} ${index}`,
  // Texts of different length, because the height of a row is known only after layout.
  text: `${word(index + 1)}已经更新，请按附件办理。`.repeat(1 + (index % 5)),
  createAt: timeOf(now, index),
  read: true,
  link: null,
});

export const taskAt = (now: number, index: number): Task => ({
  id: `bench-${index}`,
  note: null,
  processTime: null,
  state: 'awaiting',
  nodeType: 'approve',
  outcome: null,
  createAt: timeOf(now, index),
  deadline: null,
  flow: {
    id: `bench-${index}`,
    typeID: 1,
    type: 'file_decryption',
    typeName: '文件解密',
    title: `${word(index)} ${index}`,
    description: '',
    state: 'approving',
    applicant: { fid: 'bench', name: '李娜' },
    createAt: timeOf(now, index),
    updateAt: timeOf(now, index),
    deadline: null,
  },
});
