import { assigneeOutcomes, externalOutcomes } from '@sealflow/domain/workflow';
import { expect, test } from 'vitest';
import { closedText, kindText, openedText } from './notice-text.usecases.ts';

const subject = { flowTitle: '外发合同', kind: kindText('file_out', '文件外发'), applicant: '张伟' };

test('whoever loses a task reads why, for every reason there is, in words of its own', () => {
  const texts = externalOutcomes.map((outcome) => closedText({ step: 'approve', outcome }, subject)?.text);
  const said = expect.stringContaining('外发合同');
  expect(texts).toEqual(externalOutcomes.map(() => ({ zh: said, en: said })));
  expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(externalOutcomes.length);
});

test('what somebody did themselves is no news to them, nor is the end of what they only read', () => {
  for (const outcome of assigneeOutcomes)
    expect(closedText({ step: 'approve', outcome }, subject)).toBeNull();
  expect(closedText({ step: 'cc', outcome: 'workflow_completed' }, subject)).toBeNull();
});

test('the kind is named as the tenant names it, and in English as the app does', () => {
  expect(openedText('approve', subject)?.title).toEqual({
    zh: '待审批：文件外发',
    en: 'To approve: File release',
  });
});
