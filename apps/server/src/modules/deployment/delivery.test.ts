import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNode } from '../../../testing/node.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { openTestSms, type TestSms } from '../../../testing/sms.ts';
import { openTestSmtp, type TestSmtp } from '../../../testing/smtp.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';

let service: TestService;
let operator: string;
let smtp: TestSmtp;
let sms: TestSms;

beforeAll(async () => {
  [service, smtp, sms] = await Promise.all([openTestService(), openTestSmtp(), openTestSms()]);
  operator = await createOperatorCredential(service.db);
  await service.startWork();
});
afterAll(async () => {
  await service.close();
  await smtp.close();
  await sms.close();
});

const at = '/api/v1/admin/deployment';
const ask = async (call: string, body?: object) => {
  const answer = await service.ask(operator, call, body);
  const read = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, ...read };
};

/** The test server as the settings of a mail server. */
const mailSettings = () => {
  const { hostname, port } = new URL(smtp.url);
  return {
    host: hostname,
    port: Number(port),
    tls: 'starttls',
    username: null,
    from: 'Sealflow <noreply@example.com>',
  };
};

describe('mail', () => {
  it('is not set up at first', async () => {
    expect((await ask(`GET ${at}/delivery`)).data).toEqual({
      mail: { source: 'none', updatedAt: null, updatedBy: null, server: null },
      sms: { source: 'none', updatedAt: null, updatedBy: null, gateway: null },
    });
    expect(await ask(`POST ${at}/actions/test-mail`, { to: 'li@example.com' })).toMatchObject({
      status: 409,
      code: 'admin.delivery_not_configured',
    });
  });

  it('is sent by the stored server without a restart', async () => {
    const set = await ask(`PUT ${at}/mail`, mailSettings());
    expect(set.data).toMatchObject({ source: 'stored', server: { hasPassword: false } });
    expect((await ask(`POST ${at}/actions/test-mail`, { to: 'li@example.com' })).status).toBe(204);
    expect(smtp.mails.at(-1)?.raw).toContain('li@example.com');
    expect(service.mailer.isConfigured).toBe(true);
    expect((await ask(`DELETE ${at}/mail`)).data).toMatchObject({ source: 'none', server: null });
    await expect.poll(() => service.mailer.isConfigured).toBe(false);
  });

  it('keeps the password unless it is replaced, and never returns it', async () => {
    const secret = 'p@ss/w:rd';
    const server = { ...mailSettings(), username: 'mail@example.com' };
    const set = await ask(`PUT ${at}/mail`, { ...server, password: secret });
    expect(set.data.server).toEqual({ ...server, hasPassword: true });
    const kept = await ask(`PUT ${at}/mail`, { ...server, from: 'other@example.com' });
    expect(kept.data.server).toMatchObject({ from: 'other@example.com', hasPassword: true });
    expect(JSON.stringify([set, kept])).not.toContain(secret);
    const { rows } = await service.accounts.pool.query(
      `select from delivery_settings where position($1 in encode(wrapped_settings, 'escape')) > 0`,
      ['noreply'],
    );
    expect(rows).toEqual([]);
    // A password belongs to its server: another one must not receive it.
    const moved = await ask(`PUT ${at}/mail`, { ...server, host: 'mail.elsewhere.example' });
    expect(moved.data.server.hasPassword).toBe(false);
    await ask(`DELETE ${at}/mail`);
  });

  it('rejects settings that cannot work', async () => {
    for (const [field, changed] of [
      ['host', { host: ':' }],
      ['from', { from: 'nobody' }],
    ] as const)
      expect(await ask(`PUT ${at}/mail`, { ...mailSettings(), ...changed })).toMatchObject({
        status: 400,
        code: 'admin.delivery_settings_invalid',
        params: { field },
      });
  });

  it('reports why a test mail failed', async () => {
    await ask(`PUT ${at}/mail`, { ...mailSettings(), port: 9 });
    expect(await ask(`POST ${at}/actions/test-mail`, { to: 'li@example.com' })).toMatchObject({
      status: 502,
      code: 'admin.delivery_failed',
      params: { reason: 'mail.unreachable' },
    });
    await ask(`DELETE ${at}/mail`);
  });
});

describe('text messages', () => {
  it('are sent by the stored gateway, which alone receives its token', async () => {
    const set = await ask(`PUT ${at}/sms`, { url: sms.url, token: 'secret-token' });
    expect(set.data).toMatchObject({ source: 'stored', gateway: { url: sms.url, hasToken: true } });
    expect((await ask(`POST ${at}/actions/test-sms`, { to: '13800001111' })).status).toBe(204);
    expect(sms.messages.at(-1)).toMatchObject({ purpose: 'notice', code: null });
    const moved = await ask(`PUT ${at}/sms`, { url: 'https://sms.elsewhere.example/send' });
    expect(moved.data.gateway.hasToken).toBe(false);
    expect((await ask(`PUT ${at}/sms`, { url: 'http://sms.elsewhere.example/send' })).code).toBe(
      'admin.delivery_settings_invalid',
    );
    await ask(`DELETE ${at}/sms`);
  });
});

describe('settings of the environment', () => {
  it('override the stored ones and cannot be changed by a call', async () => {
    const other = await openTestService({ SMTP_URL: smtp.url, MAIL_FROM: 'env@example.com' });
    const credential = await createOperatorCredential(other.db);
    const call = async (name: string, body?: object) => (await other.ask(credential, name, body)).json();
    expect((await call(`GET ${at}/delivery`)).data.mail).toMatchObject({
      source: 'environment',
      server: { from: 'env@example.com' },
    });
    expect((await call(`PUT ${at}/mail`, mailSettings())).code).toBe('admin.delivery_from_environment');
    expect((await call(`DELETE ${at}/mail`)).code).toBe('admin.delivery_from_environment');
    await other.close();
  });
});

describe('a change', () => {
  it('takes effect on every node', async () => {
    const node = await openNode(service);
    expect(node.mailer.isConfigured).toBe(false);
    await ask(`PUT ${at}/mail`, mailSettings());
    await expect.poll(() => node.mailer.isConfigured).toBe(true);
    await ask(`DELETE ${at}/mail`);
    await expect.poll(() => node.mailer.isConfigured).toBe(false);
    await node.close();
  });

  it('is audited', async () => {
    const rows = await service.db
      .selectFrom('readable_audit_records')
      .select(['act', 'subject'])
      .where('act', 'like', 'deployment.delivery%')
      .execute();
    expect(rows).toEqual(
      expect.arrayContaining([
        { act: 'deployment.delivery_set', subject: 'mail' },
        { act: 'deployment.delivery_set', subject: 'sms' },
        { act: 'deployment.delivery_tested', subject: 'mail' },
        { act: 'deployment.delivery_cleared', subject: 'mail' },
      ]),
    );
  });
});

describe('copy of the master key', () => {
  it('is confirmed once, by whom and when', async () => {
    expect((await ask(`GET ${at}/master-key`)).data).toMatchObject({
      source: 'environment',
      masterKeyID: service.masterKey.id,
      path: null,
      confirmedAt: null,
      confirmedBy: null,
    });
    const confirmed = await ask(`POST ${at}/master-key/actions/confirm-copy`);
    expect(confirmed.data).toMatchObject({ confirmedAt: service.time.now });
    expect(confirmed.data.confirmedBy).toEqual(expect.any(String));
    const record = await service.db
      .selectFrom('readable_audit_records')
      .select('operator_id')
      .where('act', '=', 'deployment.master_key_copy_confirmed')
      .executeTakeFirst();
    expect(record?.operator_id).toBe(confirmed.data.confirmedBy);
  });
});
