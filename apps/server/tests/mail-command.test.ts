import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../testing/folder.ts';
import { openTestSmtp, type TestSmtp } from '../testing/smtp.ts';
import { commandLineAt } from './command-line-kit.ts';

let smtp: TestSmtp;
const folder = makeTestFolder();
beforeAll(async () => {
  smtp = await openTestSmtp({ login: { user: 'seal', password: 'right' } });
});
afterAll(() => smtp.close());

const withPassword = (password: string) => smtp.url.replace(':right@', `:${password}@`);
const settings = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'Sealflow <noreply@example.com>' });
const mailTest = (env: Record<string, string>) => commandLineAt(folder, env)('mail test it@example.com');

test('sends a mail with the settings of the service', async () => {
  expect(await mailTest(settings(withPassword('right')))).toMatchObject({ code: 0, err: '' });
  expect(smtp.mails).toMatchObject([{ from: 'noreply@example.com', to: ['it@example.com'] }]);
});

test('reports a wrong password without revealing it', async () => {
  const result = await mailTest(settings(withPassword('wrong-secret')));
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('EAUTH') });
  expect(result.err).toContain('535');
  expect(result.err).not.toContain('wrong-secret');
});

test('reports a rejected recipient and a missing server', async () => {
  smtp.refuse('it@example.com', 550);
  const result = await mailTest(settings(withPassword('right')));
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('mail.refused') });
  expect(await mailTest({})).toMatchObject({ code: 1, err: 'SMTP_URL is not set: no mail is sent\n' });
});
