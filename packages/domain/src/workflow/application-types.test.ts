import { expect, test } from 'vitest';
import { englishTypeNames, withAllTypes } from './application-types.ts';
import { applicationLimits, detailKeys } from './details.ts';

test('the list of flow types begins with the entry for all, whose id is -1', () => {
  const offered = [
    { id: 3, name: '文件解密', type: 'file_decryption' },
    { id: 7, name: '文件外发', type: 'file_out' },
  ] as const;
  expect(withAllTypes(offered, '全部类型')).toEqual([{ id: -1, name: '全部类型', type: null }, ...offered]);
  expect(withAllTypes([], '全部类型')).toHaveLength(1);
});

test('an application accepts the details of its type only', () => {
  const typesWithout = ['file_decryption', 'file_to_transparent', 'file_out', 'file_watermark_removal'];
  const mailTypes = ['trusted_mail_send', 'gateway_trusted_mail_send', 'mail_out'];
  expect(detailKeys).toEqual({
    ...Object.fromEntries(typesWithout.map((type) => [type, []])),
    ...Object.fromEntries(mailTypes.map((type) => [type, ['to', 'subject', 'body']])),
    trusted_mailbox_application: ['email'],
    file_to_classification: ['classificationID'],
    file_authorization: ['fids', 'until'],
    file_marking: ['watermark', 'noDownload', 'noCapture'],
  });
});

test('an address fits the limit of mail servers, and every limit is above 0', () => {
  expect(applicationLimits.address).toBe(254);
  expect(Math.min(...Object.values(applicationLimits))).toBeGreaterThan(0);
});

test('each type has a distinct English name', () => {
  const names = Object.values(englishTypeNames);
  expect(Object.keys(englishTypeNames)).toEqual(Object.keys(detailKeys));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+(?: [a-z]+)*$/u);
});
