import type { FlowInfo } from '@sealflow/contract';
import { expect, test } from 'vitest';
import { work as english } from '../../../i18n/en/work.ts';
import { work } from '../../../i18n/zh/work.ts';
import { detailFacts } from './detail-facts.rules.ts';

const zh = { texts: work.details, language: 'zh' } as const;
const shown = (details: FlowInfo['details'], detailNames: Record<string, string> = {}) =>
  detailFacts({ details, detailNames }, zh).map(({ name, value }) => `${name}=${value}`);

test.each<[FlowInfo['details'], string[]]>([
  [{}, []],
  [
    { to: ['a@x.example', 'b@x.example'], subject: '合同', body: '' },
    ['收件人=a@x.example\nb@x.example', '主题=合同'],
  ],
  [{ email: 'a@x.example' }, ['邮箱=a@x.example']],
  [{ classificationID: 'secret' }, ['密级=秘密']],
  [{ classificationID: 'gone' }, ['密级=gone']],
  [{ fids: ['u1', 'u2'], until: null }, ['授权人员=张伟\nu2', '有效期至=长期']],
  [{ watermark: false, noDownload: true }, ['文件标记=取消水印\n禁止下载']],
])('%j is shown as %j', (details, facts) => {
  expect(shown(details, { secret: '秘密', u1: '张伟' })).toEqual(facts);
});

test('an end time is shown to the minute, in the language of the user', () => {
  const until = new Date(2026, 11, 20, 9, 30).getTime();
  const [fact] = detailFacts(
    { details: { until }, detailNames: {} },
    { texts: english.details, language: 'en' },
  );
  expect(fact?.name).toBe('Valid until');
  expect(fact?.value).toMatch(/20.*2026.*09:30/);
});

test('details are empty when the service sends none', () => {
  expect(detailFacts({}, zh)).toEqual([]);
});

test('every detail that a decision signs is shown, including details unknown to this app', () => {
  const every: Required<NonNullable<FlowInfo['details']>> = {
    to: ['a@x.example'],
    subject: '合同',
    body: '正文',
    email: 'b@x.example',
    classificationID: 'secret',
    fids: ['u1'],
    until: null,
    watermark: true,
    noDownload: true,
    noCapture: true,
  };
  const details = { ...every, reason: '出差', priority: { level: 2 } };
  const facts = shown(details);
  expect(facts).toHaveLength(10);
  expect(facts.slice(-2)).toEqual(['reason=出差', 'priority={"level":2}']);
  // Removing any key changes the digest and the displayed facts.
  for (const key of Object.keys(details)) {
    const { [key as keyof typeof details]: _left, ...rest } = details;
    expect(shown(rest)).not.toEqual(facts);
  }
});
