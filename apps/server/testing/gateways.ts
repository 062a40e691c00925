import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { openAccounts } from './accounts.ts';
import type { TestService } from './service.ts';
import { openTestSms, type TestSms } from './sms.ts';
import { openTestSmtp, type TestSmtp } from './smtp.ts';

/** Contacts of li, as `openAccounts` creates them. */
export const phone = '13812345678';
export const email = 'li@example.com';

/** Credentials of one verification attempt. */
export interface CodeWithTicket {
  code: string;
  ticket: string;
}

/** The test accounts, with a mail server and an SMS gateway. */
export interface TestGateways {
  service: TestService;
  smtp: TestSmtp;
  sms: TestSms;
  /** Requests a code by text message and reads it there. */
  codeBySms(mobileNo: string, purpose: string, token?: string): Promise<CodeWithTicket>;
  /** Requests the second-factor code of a pending sign-in and reads it from the text message. */
  codeFor(challenge: string): Promise<CodeWithTicket>;
  /** The last code that was mailed, with the ticket from the response to its request. */
  codeByMail(response: LightMyRequestResponse): CodeWithTicket;
  close(): Promise<void>;
}

export async function openTestGateways(settings: Record<string, string> = {}): Promise<TestGateways> {
  const [smtp, sms] = await Promise.all([openTestSmtp(), openTestSms()]);
  const service = await openAccounts({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'noreply@example.com',
    SMS_URL: sms.url,
    ...settings,
  });
  const codeOf = async (body: object, token: string | null = null) => {
    const response = await service.ask(token, 'POST /api/v1/auth/vcode', body);
    if (response.statusCode !== 200) throw new Error(`no code was sent: ${response.body}`);
    // Notices without a code can arrive at any time.
    const code = sms.messages.findLast((message) => message.code !== null)?.code ?? '';
    return { code, ticket: response.json().ticket };
  };
  return {
    service,
    smtp,
    sms,
    codeBySms: (mobileNo, purpose, token) => codeOf({ mobileNo, purpose }, token),
    codeFor: (challenge) => codeOf({ challenge }),
    codeByMail: (response) => {
      // Notices without a code can arrive at any time.
      const codes = smtp.mails.flatMap(({ raw }) => {
        const [, body = ''] = raw.split('\r\n\r\n');
        return /\d{6}/.exec(Buffer.from(body, 'base64').toString()) ?? [];
      });
      return { code: codes.at(-1) ?? '', ticket: response.json().ticket };
    },
    close: async () => {
      await service.close();
      await smtp.close();
      await sms.close();
    },
  };
}

/** Adds two tenants that require a second factor: one `always`, one on `new_devices`. */
export async function openTwoFactorTenants(settings: Record<string, string> = {}): Promise<TestGateways> {
  const gateways = await openTestGateways(settings);
  for (const secondFactor of ['always', 'new_devices'] as const) {
    const tenant = { tid: secondFactor, name: '丙公司', serviceVersion: 'eds-pro_16.2', secondFactor };
    await createTenant(gateways.service.accounts.db, tenant);
  }
  return gateways;
}

/** A wrong code with the same ticket. */
export function differentCode({ code, ticket }: CodeWithTicket): CodeWithTicket {
  return { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'), ticket };
}

/**
 * Opens the gateways before the tests of a file and closes them after. Their properties exist from the first test on.
 * `advancePerTestMs` moves the clock before each test.
 */
export function useTestGateways({
  open = openTestGateways,
  startWork = false,
  advancePerTestMs = 0,
} = {}): TestGateways {
  const gateways = { service: {} } as TestGateways;
  const { service } = gateways;
  beforeAll(async () => {
    const opened = await open();
    Object.assign(service, opened.service);
    Object.assign(gateways, opened, { service });
    if (startWork) await service.startWork();
  });
  beforeEach(() => {
    service.time.now += advancePerTestMs;
  });
  afterAll(() => gateways.close());
  return gateways;
}
