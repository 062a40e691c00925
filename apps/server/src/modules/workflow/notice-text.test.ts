import { assigneeOutcomes, externalOutcomes } from '@sealflow/domain/workflow';
import { expect, test } from 'vitest';
import { taskClosedText, taskOpenedText, typeNameText } from './notice-text.usecases.ts';

const subject = { flowTitle: '外发合同', typeName: typeNameText('file_out', '文件外发'), applicant: '张伟' };

test('a person who loses a task reads a distinct reason for every outcome', () => {
  const texts = externalOutcomes.map(
    (outcome) => taskClosedText({ step: 'approve', outcome }, subject)?.text,
  );
  const textWithTitle = expect.stringContaining('外发合同');
  expect(texts).toEqual(externalOutcomes.map(() => ({ zh: textWithTitle, en: textWithTitle })));
  expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(externalOutcomes.length);
});

test('a person is not notified of an own act, nor of the end of a flow that was only read', () => {
  for (const outcome of assigneeOutcomes)
    expect(taskClosedText({ step: 'approve', outcome }, subject)).toBeNull();
  expect(taskClosedText({ step: 'cc', outcome: 'workflow_completed' }, subject)).toBeNull();
});

test('an application type has its tenant name in Chinese and the name of the app in English', () => {
  expect(taskOpenedText('approve', subject)?.title).toEqual({
    zh: '待审批：文件外发',
    en: 'To approve: File release',
  });
});
