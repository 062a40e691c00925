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
  const mail = ['to', 'subject', 'body'];
  expect(detailKeys).toEqual({
    file_decryption: [],
    trusted_mail_send: mail,
    trusted_mailbox_application: ['email'],
    file_to_classification: ['classificationID'],
    file_to_transparent: [],
    file_authorization: ['fids', 'until'],
    file_out: [],
    gateway_trusted_mail_send: mail,
    mail_out: mail,
    file_watermark_removal: [],
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
