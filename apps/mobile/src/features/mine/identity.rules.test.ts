import { expect, it } from 'vitest';
import { maskedEmail, maskedPhone, splitAtBreaks } from './identity.rules.ts';

it('masks the middle of the phone number and the local part of the email address', () => {
  const account = { mobileNo: '+8613812345678', email: 'zhangwei@huachen.example' };
  expect(maskedPhone(account)).toBe('138****5678');
  expect(maskedEmail(account)).toBe('z***@huachen.example');
  expect([maskedPhone({ ...account, mobileNo: null }), maskedEmail({ ...account, email: null })]).toEqual([
    null,
    null,
  ]);
});

it('allows line breaks in an email address after the @ and before each dot', () => {
  expect(splitAtBreaks('z***@mail.huachen.example')).toEqual(['z***@', 'mail', '.huachen', '.example']);
});
