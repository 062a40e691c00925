import type { Answer } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { limits } from '@sealflow/domain/limits';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { CodePurpose } from '../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Language } from '../../infra/http/language.adapter.ts';
import type { AccountServices } from './accounts.port.ts';
import { type AccountRow, selectAccountByAddress } from './accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';
import { type CodeRefusal, codeRefusal, withAsk, withoutAsk } from './code-limits.usecases.ts';
import { codeText } from './code-text.usecases.ts';
import { lockAsks, writeAsks } from './codes.repository.ts';
import { codeLife, dropCode, makeCode, subjectOf } from './codes.usecases.ts';

export interface CodeAsk {
  address: Address;
  purpose: CodePurpose;
  language: Language;
  /** Who is signed in; only `update` asks for it. */
  aid: string | null;
}

type Sender = (to: string, code: string) => Promise<void>;

const refusals: Record<Address['channel'], Record<CodeRefusal['why'], ErrorCode>> = {
  sms: { daily: 'vcode.daily_limit', hourly: 'vcode.hourly_limit', wait: 'vcode.wait' },
  // Section 8 has one wording for mail.
  email: { daily: 'vemail.wait', hourly: 'vemail.wait', wait: 'vemail.wait' },
};

const failures = {
  sms: {
    unknown: 'vcode.account_not_found',
    taken: 'vcode.phone_taken',
    unsent: 'vcode.unknown_error',
    noWay: 'vcode.not_configured',
  },
  email: {
    unknown: 'vemail.account_not_found',
    taken: 'vemail.email_taken',
    unsent: 'vemail.unknown_error',
    noWay: 'vemail.not_configured',
  },
} as const satisfies Record<Address['channel'], Record<string, ErrorCode>>;

/**
 * Sends a code, within the limits of its number or address.
 * @throws ServiceError `vcode.…` or `vemail.…`, one for each reason that section 8 names.
 */
export async function askCode(
  context: AccountServices,
  ask: CodeAsk,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const { address, purpose } = ask;
  const send = senderOf(context, ask);
  const account = await selectAccountByAddress(context.db, address);
  const isSent = demandRecipient(context, ask, account);
  const askedAt = context.clock();
  const place = { address: address.text, purpose };
  const code = await inTransaction(context.db, async (transaction) => {
    await countAsk(context, transaction, { ask, now: askedAt });
    return isSent ? makeCode(context, transaction, { place, now: askedAt }) : undefined;
  });
  if (code !== undefined) {
    const to = address.channel === 'email' ? (account?.email ?? address.text) : address.text;
    const sending = send(to, code).catch(async (error: unknown) => {
      context.onError(error);
      await takeBack(context, { ask, code, askedAt });
      throw new ServiceError(failures[address.channel].unsent);
    });
    // How long a gateway takes would tell that there was something to send.
    if (context.hideAccounts && purpose !== 'update') sending.catch(() => undefined);
    else await sending;
  }
  return { wait: limits.codeResendWait / 1000, validFor: codeLife.time / 1000 };
}

/** @returns whether a code goes out; false only where nobody may be told that there is no such account. */
function demandRecipient(
  { hideAccounts }: AccountServices,
  { purpose, aid, address }: CodeAsk,
  account: AccountRow | undefined,
): boolean {
  if (purpose === 'update') {
    // The own one too: it stands for the old password where that is forgotten.
    if (account && account.aid !== aid) throw new ServiceError(failures[address.channel].taken);
    return true;
  }
  if (account?.state === 'active') return true;
  if (hideAccounts) return false;
  throw new ServiceError(failures[address.channel].unknown);
}

function senderOf(context: AccountServices, { address, purpose, language }: CodeAsk): Sender {
  const { mailer, sms, printCode } = context;
  const minutes = codeLife.time / 60_000;
  if (address.channel === 'sms' && sms.isConfigured)
    return (to, code) =>
      sms.send({ to, code, purpose, text: codeText({ purpose, code, minutes }, language).text });
  if (address.channel === 'email' && mailer.isConfigured)
    return (to, code) => mailer.send({ to: [to], ...codeText({ purpose, code, minutes }, language) });
  if (!printCode) throw new ServiceError(failures[address.channel].noWay);
  return async (_to, code) => printCode(purpose, code);
}

/** Whom an ask is counted for: the number, and who is signed in, since that account names numbers freely. */
function countedFor(context: AccountServices, { address, aid, purpose }: CodeAsk): Buffer[] {
  const subjects = [subjectOf(context, 'address', address.text)];
  if (purpose === 'update' && aid !== null) subjects.push(subjectOf(context, 'account', aid));
  return subjects;
}

async function countAsk(
  context: AccountServices,
  db: DatabaseTransaction,
  { ask, now }: { ask: CodeAsk; now: number },
): Promise<void> {
  for (const subject of countedFor(context, ask)) {
    const asks = await readAsks(db, { subject, now });
    const refusal = codeRefusal(asks, now);
    if (refusal)
      throw new ServiceError(refusals[ask.address.channel][refusal.why], {
        seconds: Math.ceil(refusal.waitMs / 1000),
      });
    await keepAsks(db, { subject, now, asks: withAsk(asks, now) });
  }
}

/** What could not be sent uses nothing up, and is no code. */
async function takeBack(
  context: AccountServices,
  { ask, code, askedAt }: { ask: CodeAsk; code: string; askedAt: number },
): Promise<void> {
  const now = context.clock();
  await inTransaction(context.db, async (transaction) => {
    for (const subject of countedFor(context, ask)) {
      const asks = await readAsks(transaction, { subject, now });
      await keepAsks(transaction, { subject, now, asks: withoutAsk(asks, { askedAt, now }) });
    }
    await dropCode(context, transaction, {
      place: { address: ask.address.text, purpose: ask.purpose },
      code,
    });
  });
}

async function readAsks(db: DatabaseTransaction, { subject, now }: { subject: Buffer; now: number }) {
  const { sent_at, failed_at } = await lockAsks(db, { subject, at: new Date(now) });
  return { sentAt: sent_at.map(Number), failedAt: failed_at.map(Number) };
}

async function keepAsks(
  db: DatabaseTransaction,
  { subject, now, asks }: { subject: Buffer; now: number; asks: ReturnType<typeof withAsk> },
): Promise<void> {
  const dates = (times: readonly number[]) => times.map((time) => new Date(time));
  await writeAsks(db, {
    subject,
    sent_at: dates(asks.sentAt),
    failed_at: dates(asks.failedAt),
    last_at: new Date(now),
  });
}
