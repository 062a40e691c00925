import { externalOutcomes, flowStates, stepTypes } from '@sealflow/domain/workflow';
import { describe, expect, it } from 'vitest';
import { zh } from './zh.ts';

/** The terms of section 4 of the specification. */
describe('a workflow state', () => {
  it.each([
    ['new', '新建'],
    ['approving', '审批中'],
    ['passed', '已通过'],
    ['rejected', '已拒绝'],
    ['reviewed', '已审核'],
    ['processing', '处理中'],
    ['not_processed', '未处理'],
    ['processed', '已处理'],
    ['finished', '已完成'],
    ['canceled', '已取消'],
    ['terminated', '已终止'],
    ['waiting', '等待中'],
  ] as const)('%s is shown as %s', (state, chinese) => {
    expect(zh.work.flowStates[state]).toBe(chinese);
    expect(Object.keys(zh.work.flowStates).toSorted()).toEqual([...flowStates].toSorted());
  });
});

it.each([
  ['initiate', '发起申请'],
  ['approve', '审批'],
  ['cc', '抄送'],
  ['file_process', '文件处理'],
  ['download_decrypt', '下载解密'],
  ['send_email', '发送邮件'],
] as const)('the step %s is shown as %s', (step, chinese) => {
  expect(zh.work.steps[step]).toBe(chinese);
  expect(Object.keys(zh.work.steps).toSorted()).toEqual([...stepTypes].toSorted());
});

describe('a task outcome', () => {
  const words = {
    approved_by_others: '他人已同意',
    rejected_by_others: '他人已拒绝',
    direct_completed_by_others: '他人已直接办结',
    handled_by_others: '他人已处理',
    approval_no_executor: '审批任务没有执行人',
    file_processing_no_executor: '文件处理任务没有执行人',
    deadline_exceeded: '已超过处理期限',
    canceled_by_administrator: '流程管理员已取消',
    canceled_by_applicant: '申请人已取消',
    workflow_completed: '流程已完成',
    workflow_canceled: '流程已取消',
    workflow_terminated: '流程已终止',
  } as const;
  it.each(externalOutcomes)('%s has its text', (outcome) => {
    expect(zh.work.outcomes[outcome]).toBe(words[outcome]);
  });
  it('converted to add-approval has its text', () => {
    expect(zh.work.outcomes.converted_to_add_approval).toBe('已转为加签');
  });
});

it.each([
  ['awaiting', '待处理'],
  ['processed', '已处理'],
  ['canceled', '已取消'],
] as const)('the task state %s is shown as %s', (state, chinese) => {
  expect(zh.work.taskStates[state]).toBe(chinese);
});
