import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type Office, openOffice, tid } from '../../../testing/office.ts';
import { openTestSmtp, type TestSmtp } from '../../../testing/smtp.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';

let office: Office;
let smtp: TestSmtp;
let relay: TestSmtp;
beforeAll(async () => {
  smtp = await openTestSmtp();
  relay = await openTestSmtp();
  office = await openOffice({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Sealflow <noreply@example.com>',
    GATEWAY_SMTP_URL: relay.url,
    MAIL_ATTACHMENT_LIMIT_BYTES: '20000',
  });
  await office.service.startWork();
});
afterAll(async () => {
  await office.close();
  await smtp.close();
  await relay.close();
});

const mailsTo = (server: TestSmtp, address: string) => server.mails.filter(({ to }) => to.includes(address));

it.concurrent('mails files unchanged to any recipient and ends the application', async () => {
  const { uri, documentID } = await office.seal('bleibt zu');
  const to = ['out@example.org', 'more@example.org'];
  const flowID = await office.approved('mail_out', [uri, await office.store('offen')], {
    to,
    subject: '合同',
    body: '见附件',
  });
  await office.reaches(flowID, 'finished');
  const mails = mailsTo(smtp, 'out@example.org');
  expect(mails.map((mail) => mail.to)).toEqual([to]);
  const raw = mails[0]?.raw ?? '';
  expect(raw).toContain(`Message-ID: <${flowID}@localhost>`);
  const file = Buffer.from(await office.stored(uri));
  expect(raw.replaceAll(/\s/g, '')).toContain(file.toString('base64'));
  expect(raw).toContain(Buffer.from('offen').toString('base64'));
  expect(await office.acts(flowID)).toContainEqual({
    act: 'processing.mailed',
    decision: 'granted',
    documentID,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it.concurrent('sends trusted mails only to trusted mailboxes', async () => {
  const uri = await office.store('vertraulich');
  const send = () => office.approved('trusted_mail_send', [uri], { to: ['Partner@example.org'] });
  const refused = await send();
  await office.reaches(refused, 'not_processed');
  expect((await office.notices('lin')).join('\n')).toContain('work.mailbox_not_trusted');
  await office.reaches(
    await office.approved('trusted_mailbox_application', [], { email: 'partner@Example.org' }),
    'finished',
  );
  await office.reaches(await send(), 'finished');
  expect(mailsTo(smtp, 'Partner@example.org')).toHaveLength(1);
  // The trusted addresses of one person are not valid for another.
  const rows = await office.service.db
    .selectFrom('trusted_mailboxes')
    .selectAll()
    .where('email', '=', 'partner@example.org')
    .execute();
  expect(rows).toMatchObject([{ tid, fid: 'lin' }]);
});

it.concurrent('sends gateway mails through the relay of the organisation', async () => {
  const flowID = await office.approved('gateway_trusted_mail_send', [await office.store('x')], {
    to: ['gate@example.org'],
  });
  await office.reaches(flowID, 'finished');
  expect([mailsTo(relay, 'gate@example.org').length, mailsTo(smtp, 'gate@example.org').length]).toEqual([
    1, 0,
  ]);
});

it.concurrent('reports files that are too large and a rejected mail, which can be retried', async () => {
  const large = await office.approved('mail_out', [await office.store('x'.repeat(20_001))], {
    to: ['large@example.org'],
  });
  await office.reaches(large, 'not_processed');
  smtp.refuse('gone@example.org', 550);
  const flowID = await office.approved('mail_out', [await office.store('x')], {
    to: ['gone@example.org', 'there@example.org'],
  });
  await eventually(async () => {
    expect((await office.notices('lin')).join('\n')).toContain('work.mail_refused');
  });
  expect((await office.notices('lin')).join('\n')).toContain('work.attachments_too_large');
  expect(await office.stateOf(flowID)).toBe('processed');
  smtp.recover();
  const path = `POST /api/v1/tenants/${tid}/flows/${flowID}/actions/try-again`;
  expect((await office.service.ask(office.tokens.ann, path)).statusCode).toBe(404);
  expect((await office.service.ask(office.tokens.lin, path)).statusCode).toBe(204);
  await office.reaches(flowID, 'finished');
  // Recipients of the first delivery do not receive the mail again.
  expect(mailsTo(smtp, 'there@example.org')).toHaveLength(1);
  expect(mailsTo(smtp, 'gone@example.org')).toHaveLength(1);
  expect((await office.service.ask(office.tokens.lin, path)).json().code).toBe('work.flow_state_error');
});

it.concurrent('does not automatically resend a mail that the server received but did not acknowledge', async () => {
  relay.hold('slow@example.org');
  const flowID = await office.approved('gateway_trusted_mail_send', [await office.store('once')], {
    to: ['slow@example.org'],
  });
  await eventually(() => expect(relay.held).toBe(1));
  relay.drop();
  relay.recover();
  await eventually(async () => {
    expect((await office.notices('lin')).join('\n')).toContain('work.mail_unconfirmed');
  });
  expect(await office.stateOf(flowID)).toBe('processed');
  const path = `POST /api/v1/tenants/${tid}/flows/${flowID}/actions/try-again`;
  expect((await office.service.ask(office.tokens.lin, path)).statusCode).toBe(204);
  await office.reaches(flowID, 'finished');
  // The server received the mail of the attempt without a response and the mail of the repeated attempt.
  expect(mailsTo(relay, 'slow@example.org')).toHaveLength(2);
});

it.concurrent('lets administrators trust an address for everyone and revoke the trust of a person', async () => {
  const operator = await createOperatorCredential(office.service.db);
  const path = `/api/v1/tenants/${tid}/trusted-mailboxes`;
  const ask: Office['service']['ask'] = (...given) => office.service.ask(...given);
  expect((await ask(office.tokens.lin, `GET ${path}`)).json().code).toBe('app.no_rights');
  expect((await ask(operator, `POST ${path}`, { email: 'All@example.org' })).statusCode).toBe(204);
  expect((await ask(operator, `POST ${path}`, { email: 'all@example.org' })).statusCode).toBe(204);
  const { data } = (await ask(operator, `GET ${path}?limit=100`)).json();
  expect(data).toContainEqual({
    email: 'all@example.org',
    fid: null,
    name: null,
    flowID: null,
    createAt: expect.any(Number),
  });
  expect((await ask(operator, `GET ${path}?keyword=ALL@ex`)).json().data).toMatchObject([
    { email: 'all@example.org' },
  ]);
  expect((await ask(operator, `GET ${path}?keyword=_ll@ex`)).json().total).toBe(0);
  const flowID = await office.approved('trusted_mail_send', [await office.store('x')], {
    to: ['all@example.org'],
  });
  await office.reaches(flowID, 'finished');
  expect((await ask(operator, `DELETE ${path}?email=ALL@example.org`)).statusCode).toBe(204);
  const again = await ask(operator, `DELETE ${path}?email=all@example.org`);
  expect([again.statusCode, again.json().code]).toEqual([404, 'work.mailbox_not_found']);
});
