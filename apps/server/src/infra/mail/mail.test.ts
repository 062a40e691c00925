import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { openTestSmtp, type TestSmtp, type TestSmtpOptions } from '../../../testing/smtp.ts';
import { MailError } from './mail.errors.ts';
import { backgroundTimeoutMs, type Mail, type Mailer } from './mail.port.ts';
import { createSmtpMailer, disabledMailer } from './smtp.adapter.ts';

const from = 'Sealflow <noreply@example.com>';
const mail: Mail = { to: ['li@example.com'], subject: '验证码', text: '第一行\n第二行' };
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of opened.splice(0).toReversed()) await part.close();
});

async function open(options?: TestSmtpOptions, query = ''): Promise<{ smtp: TestSmtp; mailer: Mailer }> {
  const smtp = await openTestSmtp(options);
  const mailer = createSmtpMailer({ url: `${smtp.url}${query}`, from });
  opened.push(smtp, mailer);
  return { smtp, mailer };
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error('the mail was sent', { cause: error });
  return error;
}

it('sends text and attachments over an authenticated connection', async () => {
  const { smtp, mailer } = await open({ login: { user: 'service', password: 'secret' } });
  await mailer.send({
    ...mail,
    to: ['li@example.com', 'wang@example.com'],
    messageID: 'flow-1@example.com',
    attachments: [
      { filename: '合同.tdf', contentType: 'application/octet-stream', content: Readable.from(['sealed']) },
    ],
  });
  expect(smtp.mails).toHaveLength(1);
  const [{ raw, ...envelope } = { raw: '' }] = smtp.mails;
  expect(envelope).toEqual({ from: 'noreply@example.com', to: ['li@example.com', 'wang@example.com'] });
  expect(raw).toContain('Message-ID: <flow-1@example.com>');
  expect(raw).toContain(Buffer.from('sealed').toString('base64'));
  expect(raw).toContain(Buffer.from('验证码').toString('base64'));
});

it('uses TLS if the server offers it, and only with a valid certificate', async () => {
  const { smtp, mailer } = await open({ startTls: true });
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.unreachable', isPermanent: false });
  expect(smtp.mails).toEqual([]);
  const trusting = createSmtpMailer({ url: `${smtp.url}?tls.rejectUnauthorized=false`, from });
  opened.push(trusting);
  await trusting.send(mail);
  expect(smtp.mails).toHaveLength(1);
});

it('sends nothing without TLS if the URL requires TLS', async () => {
  const { smtp, mailer } = await open({}, '?requireTLS=true');
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.unreachable' });
  expect(smtp.mails).toEqual([]);
});

it('does not let a subject inject headers', async () => {
  const { smtp, mailer } = await open();
  await mailer.send({ ...mail, subject: 'one\r\nBcc: thief@example.com\r\n\r\ntwo' });
  expect(smtp.mails[0]?.raw).toContain('Subject: one Bcc: thief@example.com two\r\n');
  expect(smtp.mails[0]?.raw).not.toMatch(/^Bcc:/m);
});

it.each([
  { to: [] },
  { to: ['li@example.com\r\nRCPT TO:<thief@example.com>'] },
  { to: ['li@example.com, thief@example.com'] },
  { to: ['Li <li@example.com>'] },
  { messageID: 'one>\r\nBcc: thief@example.com' },
  { attachments: [{ filename: 'a', contentType: 'text/plain\r\nX: y', content: Buffer.from('') }] },
] satisfies Partial<Mail>[])('rejects an invalid mail: %j', async (changed) => {
  const { smtp, mailer } = await open();
  expect(await failureOf(mailer.send({ ...mail, ...changed }))).toMatchObject({
    code: 'mail.invalid',
    isPermanent: true,
  });
  expect(smtp.mails).toEqual([]);
});

it.each([
  [550, true],
  [451, false],
])('classifies a recipient refused with %i as permanently refused: %s', async (status, isPermanent) => {
  const { smtp, mailer } = await open();
  smtp.refuse('li@example.com', status);
  expect(await failureOf(mailer.send(mail))).toMatchObject({
    code: 'mail.refused',
    isPermanent,
    accepted: [],
    refused: [{ address: 'li@example.com', isPermanent }],
  });
  const some = await failureOf(mailer.send({ ...mail, to: ['li@example.com', 'wang@example.com'] }));
  expect(some).toMatchObject({
    code: 'mail.refused',
    isPermanent,
    accepted: ['wang@example.com'],
    refused: [{ address: 'li@example.com' }],
  });
  expect(smtp.mails.map(({ to }) => to)).toEqual([['wang@example.com']]);
  expect(`${some.message}${some.stack}`).not.toContain('example.com');
});

it.each([
  [554, true],
  [452, false],
])('classifies content refused with %i as permanently refused: %s', async (status, isPermanent) => {
  const { smtp, mailer } = await open();
  smtp.refuseContent(status);
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.refused', isPermanent });
});

it('reports a refused password as a temporary failure', async () => {
  const { smtp } = await open({ login: { user: 'service', password: 'secret' } });
  const mailer = createSmtpMailer({ url: smtp.url.replace('secret', 'wrong'), from });
  opened.push(mailer);
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.unreachable', isPermanent: false });
});

it('times out if the server stays silent', async () => {
  const { smtp, mailer } = await open({}, '?greetingTimeout=200');
  smtp.hang();
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.unreachable', isPermanent: false });
});

it('waits for a slow response to the content, up to the timeout of the mail', async () => {
  const { smtp, mailer } = await open();
  smtp.hold('*');
  const sending = mailer.send({ ...mail, timeoutMs: backgroundTimeoutMs });
  await expect.poll(() => smtp.held).toBe(1);
  smtp.recover();
  await sending;
  expect(smtp.mails).toHaveLength(1);
  smtp.hold('*');
  const late = failureOf(mailer.send({ ...mail, timeoutMs: 300 }));
  expect(await late).toMatchObject({ code: 'mail.unanswered', isPermanent: true });
});

it.each(['a server that closes', 'an answer after the line was given up'])(
  'reports that a mail may have been sent: %s',
  async (how) => {
    const { smtp, mailer } = await open({}, how === 'a server that closes' ? '' : '?socketTimeout=300');
    smtp.hold('*');
    const sending = failureOf(mailer.send({ ...mail, timeoutMs: backgroundTimeoutMs }));
    await expect.poll(() => smtp.held).toBe(1);
    if (how === 'a server that closes') smtp.drop();
    expect(await sending).toMatchObject({ code: 'mail.unanswered' });
  },
);

it('reports a mail in progress as retryable when it is closed', async () => {
  const { smtp, mailer } = await open();
  smtp.hold('*');
  const sending = failureOf(mailer.send(mail));
  await expect.poll(() => smtp.held).toBe(1);
  await mailer.close();
  expect(await sending).toMatchObject({ code: 'mail.unreachable', isPermanent: false });
});

it('aborts a pending connection when it is closed', async () => {
  const { smtp, mailer } = await open();
  smtp.hang();
  const sending = failureOf(mailer.send(mail));
  await mailer.close();
  expect(await sending).toMatchObject({ code: 'mail.unreachable' });
});

it('reports an unreachable server', async () => {
  const { smtp, mailer } = await open();
  await smtp.close();
  opened.shift();
  expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'mail.unreachable', isPermanent: false });
});

it('reports that no server is configured', async () => {
  expect(await failureOf(disabledMailer.send(mail))).toMatchObject({ code: 'mail.not_configured' });
});
