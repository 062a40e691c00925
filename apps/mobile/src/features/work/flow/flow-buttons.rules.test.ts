import type { FlowInfo } from '@sealflow/contract';
import { afterEach, expect, test } from 'vitest';
import { visibleButtons } from '../list/work-buttons.rules.ts';
import { flowButtons } from './flow-buttons.rules.ts';

const all = visibleButtons({ rights: ['app_login'], deny: [] });
let visible = all;
afterEach(() => {
  visible = all;
});
const flow = (
  nodeType: NonNullable<FlowInfo['myTask']>['nodeType'] | null,
  state: FlowInfo['state'] = 'approving',
  canComplete = nodeType === 'approve',
): Pick<FlowInfo, 'state' | 'applicant' | 'myTask'> => ({
  state,
  applicant: { fid: 'u1', name: 'u1' },
  myTask: nodeType === null ? null : { id: 'k1', nodeType, state: 'awaiting', canComplete },
});
const of = (...args: Parameters<typeof flow>) => flowButtons(flow(...args), { fid: 'u2', visible });
const ofApplicant = (...args: Parameters<typeof flow>) => flowButtons(flow(...args), { fid: 'u1', visible });

test('an approver can decide, add approvers and transfer', () => {
  expect(of('approve')).toEqual(['reject', 'approve', 'complete', 'add-approval', 'transfer']);
});
test('direct completion is offered only where the process allows it', () => {
  expect(of('approve', 'approving', false)).toEqual(['reject', 'approve', 'add-approval', 'transfer']);
});
test('an executor can start the processing, and a copied user can mark the flow as read', () => {
  expect(of('file_process', 'not_processed')).toEqual(['handle', 'transfer']);
  expect(of('cc', 'passed')).toEqual(['read']);
  expect(of('download_decrypt', 'processed')).toEqual([]);
});
test('a user without a task has no buttons', () => {
  expect(of(null)).toEqual([]);
});
test('an applicant can cancel an open application, remind those whom it awaits, and edit a draft', () => {
  for (const state of ['approving', 'waiting', 'not_processed', 'processing'] as const)
    expect(ofApplicant(null, state)).toEqual(['cancel', 'remind']);
  expect(ofApplicant(null, 'processed')).toEqual(['cancel']);
  expect(ofApplicant(null, 'new')).toEqual(['edit']);
  for (const state of ['rejected', 'finished', 'canceled', 'terminated'] as const)
    expect(ofApplicant(null, state)).toEqual([]);
});
test('an approver can return the application where the service allows it', () => {
  const open = flow('approve', 'approving', false);
  const returnable = { ...open, myTask: open.myTask && { ...open.myTask, returnStages: [] } };
  expect(flowButtons(returnable, { fid: 'u2', visible })).toEqual([
    'return',
    'reject',
    'approve',
    'add-approval',
    'transfer',
  ]);
});
test('the applicant of a returned application can change or cancel it, and there is nobody to remind', () => {
  const returned = { ...flow('initiate', 'waiting'), returned: true } as const;
  expect(flowButtons(returned, { fid: 'u1', visible })).toEqual(['revise', 'cancel']);
  expect(flowButtons({ ...returned, myTask: null }, { fid: 'u2', visible })).toEqual([]);
});
test('denied actions have no buttons', () => {
  const denied = visibleButtons({ rights: ['app_login'], deny: ['task_complete', 'flow_cancel'] });
  expect(flowButtons(flow('approve'), { fid: 'u1', visible: denied })).toEqual([
    'reject',
    'approve',
    'add-approval',
    'transfer',
    'remind',
  ]);
});

test.each([
  ['task_approve', 'approve', () => of('approve')],
  ['task_reject', 'reject', () => of('approve')],
  ['task_complete', 'complete', () => of('approve')],
  ['task_add_approval', 'add-approval', () => of('approve')],
  ['task_transfer', 'transfer', () => of('file_process', 'not_processed')],
  ['task_handle', 'handle', () => of('file_process', 'not_processed')],
  ['task_read', 'read', () => of('cc', 'passed')],
  ['flow_edit', 'edit', () => ofApplicant(null, 'new')],
  ['flow_cancel', 'cancel', () => ofApplicant(null)],
] as const)('%s in the deny list hides %s alone', (name, button, buttonsOf) => {
  expect(buttonsOf()).toContain(button);
  const before = buttonsOf();
  visible = visibleButtons({ rights: ['app_login'], deny: [name] });
  expect(buttonsOf()).toEqual(before.filter((one) => one !== button));
});
