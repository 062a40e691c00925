import type { LightMyRequestResponse } from 'fastify';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { openAccounts, password } from './accounts.ts';
import type { TestService } from './service.ts';
import { openTestSms, type TestSms } from './sms.ts';
import { openTestSmtp, type TestSmtp } from './smtp.ts';

let people = 0;

/** A person of their own, for tests that change the account. */
export async function newPerson(
  service: TestService,
): Promise<{ username: string; mobileNo: string; email: string }> {
  people += 1;
  const username = `person${people}`;
  const mobileNo = `1377777${String(people).padStart(4, '0')}`;
  const mail = `${username}@example.com`;
  const reachedAt = { mobileNo, email: mail, verifiedAt: new Date(0) };
  await createAccount(service.accounts.db, { aid: username, username, password, ...reachedAt });
  return { username, mobileNo, email: mail };
}

/** Creates an account whose contacts are not verified. Its password is that of the other test accounts. */
export async function newClaimant(
  service: TestService,
): Promise<{ aid: string; mobileNo: string; email: string }> {
  people += 1;
  const aid = `claimant${people}`;
  const mobileNo = `1386666${String(people).padStart(4, '0')}`;
  const mail = `${aid}@example.com`;
  await createAccount(service.accounts.db, { aid, username: aid, password, mobileNo, email: mail });
  return { aid, mobileNo, email: mail };
}

/** What the record says that an account did, in its order. */
export async function actsOf(service: TestService, aid: string): Promise<string[]> {
  const rows = await service.accounts.db
    .selectFrom('readable_audit_records')
    .select(['act', 'decision'])
    .where('aid', '=', aid)
    .orderBy('id')
    .execute();
  return rows.map(({ act, decision }) => (decision === 'granted' ? act : `${act} refused`));
}

/** li's, as openAccounts makes it. */
export const phone = '13812345678';
export const email = 'li@example.com';

/** What an attempt shows. */
export interface CodeWithTicket {
  code: string;
  ticket: string;
}

/** The accounts, a mail server and an SMS gateway that reach them. */
export interface Reach {
  service: TestService;
  smtp: TestSmtp;
  sms: TestSms;
  /** Requests a code by text message and reads it there. */
  codeBySms(mobileNo: string, purpose: string, token?: string): Promise<CodeWithTicket>;
  /** The same for the second factor of a sign-in that has begun. */
  codeFor(challenge: string): Promise<CodeWithTicket>;
  /** The last code that went out by mail, with the ticket that its request was answered with. */
  codeByMail(answer: LightMyRequestResponse): CodeWithTicket;
  close(): Promise<void>;
}

export async function openReach(settings: Record<string, string> = {}): Promise<Reach> {
  const [smtp, sms] = await Promise.all([openTestSmtp(), openTestSms()]);
  const service = await openAccounts({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'noreply@example.com',
    SMS_URL: sms.url,
    ...settings,
  });
  const codeOf = async (body: object, token: string | null = null) => {
    const answer = await service.ask(token, 'POST /api/v1/auth/vcode', body);
    if (answer.statusCode !== 200) throw new Error(`no code was sent: ${answer.body}`);
    // A notice to somebody may come at any time.
    const code = sms.messages.findLast((message) => message.code !== null)?.code ?? '';
    return { code, ticket: answer.json().ticket };
  };
  return {
    service,
    smtp,
    sms,
    codeBySms: (mobileNo, purpose, token) => codeOf({ mobileNo, purpose }, token),
    codeFor: (challenge) => codeOf({ challenge }),
    codeByMail: (answer) => {
      // A notice to somebody may come at any time.
      const codes = smtp.mails.flatMap(({ raw }) => {
        const [, body = ''] = raw.split('\r\n\r\n');
        return /\d{6}/.exec(Buffer.from(body, 'base64').toString()) ?? [];
      });
      return { code: codes.at(-1) ?? '', ticket: answer.json().ticket };
    },
    close: async () => {
      await service.close();
      await smtp.close();
      await sms.close();
    },
  };
}

/** The same, with two tenants that ask for a second factor: `always`, and on `new_devices`. */
export async function openTwoFactors(settings: Record<string, string> = {}): Promise<Reach> {
  const reach = await openReach(settings);
  for (const secondFactor of ['always', 'new_devices'] as const) {
    const tenant = { tid: secondFactor, name: '丙公司', serviceVersion: 'eds-pro_16.2', secondFactor };
    await createTenant(reach.service.accounts.db, tenant);
  }
  return reach;
}

/** Makes a person one of these tenants. */
export async function join(service: TestService, aid: string, ...tids: string[]): Promise<void> {
  for (const tid of tids) await addMember(service.accounts.db, { tid, aid, name: '周', roles: ['users'] });
}

/** Another six digits, with the same ticket. */
export function otherThan({ code, ticket }: CodeWithTicket): CodeWithTicket {
  return { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'), ticket };
}
