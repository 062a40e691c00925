import { expect, it } from 'vitest';
import { seal as en } from '../../../i18n/en/seal.ts';
import { seal as zh } from '../../../i18n/zh/seal.ts';
import { summarizeClassification } from './classification-summary.rules.ts';

const plain = {
  id: 'c',
  name: '内部',
  isDefault: false,
  watermark: true,
  noDownload: false,
  noCapture: false,
  leaseSeconds: null,
  excludesBrowsers: false,
};
const strict = { ...plain, noDownload: true, noCapture: true, excludesBrowsers: true };

it('summarises the obligations of a classification', () => {
  expect(summarizeClassification({ ...plain, isDefault: true }, zh)).toBe('默认 · 显示水印；离线可用不限时');
  expect(summarizeClassification({ ...plain, watermark: false }, en)).toBe(
    'Shown without a watermark; available offline without limit',
  );
  expect(summarizeClassification({ ...strict, leaseSeconds: 7200 }, zh)).toBe(
    '显示水印；禁止导出和复制；禁止截屏；离线可用 2 小时；仅限手机应用打开',
  );
});

it.each([
  [30, '1 分钟'],
  [5400, '90 分钟'],
  [3600, '1 小时'],
  [172_800, '2 天'],
])('%i seconds are %s', (leaseSeconds, text) => {
  expect(summarizeClassification({ ...plain, leaseSeconds }, zh)).toContain(`离线可用 ${text}`);
});
