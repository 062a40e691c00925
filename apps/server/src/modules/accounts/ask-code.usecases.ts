import type { Answer } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { limits } from '@sealflow/domain/limits';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { CodePurpose } from '../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Language } from '../../infra/http/language.adapter.ts';
import type { AccountServices } from './accounts.port.ts';
import { type AccountRow, selectAccount, selectAccountByAddress } from './accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';
import { type CodeRefusal, codeRefusal, withAsk, withoutAsk } from './code-limits.usecases.ts';
import { codeText } from './code-text.usecases.ts';
import { lockAsks, writeAsks } from './codes.repository.ts';
import { type CodePlace, codeLife, dropCode, makeCode, subjectOf } from './codes.usecases.ts';
import { updatePlace } from './contact-proof.usecases.ts';
import { reachableAt } from './second-factor.usecases.ts';
import { demandStanding, placeOfChallenge, readChallenge } from './sign-in-challenge.usecases.ts';

interface Ask {
  address: Address;
  purpose: CodePurpose;
  language: Language;
}

export interface CodeAsk extends Ask {
  purpose: Exclude<CodePurpose, 'second_factor'>;
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
    unsent: 'vcode.unknown_error',
    noWay: 'vcode.not_configured',
  },
  email: {
    unknown: 'vemail.account_not_found',
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
  const { address, purpose, aid } = ask;
  const send = senderOf(context, ask);
  const account = await selectAccountByAddress(context.db, address);
  const isSent = demandRecipient(context, ask, account);
  const subjects = [subjectOf(context, 'address', address.text)];
  // And for who is signed in, since that account names numbers freely.
  if (purpose === 'update' && aid !== null) subjects.push(subjectOf(context, 'account', aid));
  const to = address.channel === 'email' ? (account?.email ?? address.text) : address.text;
  return sendCode(context, {
    address,
    subjects,
    send,
    to,
    isSent,
    place:
      purpose === 'update' && aid !== null ? updatePlace(aid, address) : { address: address.text, purpose },
    // How long a gateway takes would tell that there was something to send.
    isAwaited: !context.hideAccounts || purpose === 'update',
  });
}

/**
 * Sends a code for a sign-in that has shown the password, to the account's own number or address and counted with all others
 * that go there.
 * @throws ServiceError `login.second_factor_expired`, `vcode.…`, `vemail.…`.
 */
export async function askSecondCode(
  context: AccountServices,
  {
    challenge: text,
    channel,
    language,
  }: { challenge: string; channel: Address['channel']; language: Language },
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const challenge = readChallenge(context, text);
  const account = demandStanding(context, challenge, await selectAccount(context.db, challenge.aid));
  const address = reachableAt(context, account)[channel];
  if (!address) throw new ServiceError(failures[channel].noWay);
  return sendCode(context, {
    address,
    subjects: [subjectOf(context, 'address', address.text)],
    send: senderOf(context, { address, purpose: 'second_factor', language }),
    to: channel === 'email' ? (account.email ?? address.text) : address.text,
    place: placeOfChallenge(challenge),
    isSent: true,
    isAwaited: true,
  });
}

interface Sending {
  address: Address;
  /** Whom the ask is counted for. */
  subjects: readonly Buffer[];
  send: Sender;
  to: string;
  place: CodePlace;
  isSent: boolean;
  /** Whether the answer waits for the gateway. */
  isAwaited: boolean;
}

async function sendCode(
  context: AccountServices,
  { address: { channel }, subjects, send, to, place, isSent, isAwaited }: Sending,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const askedAt = context.clock();
  const code = await inTransaction(context.db, async (transaction) => {
    await countAsk(transaction, { channel, subjects, now: askedAt });
    return isSent ? makeCode(context, transaction, { place, now: askedAt }) : undefined;
  });
  if (code !== undefined) {
    const sending = send(to, code).catch(async (error: unknown) => {
      context.onError(error);
      await takeBack(context, { subjects, place, code, askedAt });
      throw new ServiceError(failures[channel].unsent);
    });
    if (isAwaited) await sending;
    else sending.catch(() => undefined);
  }
  return { wait: limits.codeResendWait / 1000, validFor: codeLife.time / 1000 };
}

/** @returns whether a code goes out; false only where nobody may be told that there is no such account. */
function demandRecipient(
  { hideAccounts }: AccountServices,
  { purpose, address }: CodeAsk,
  account: AccountRow | undefined,
): boolean {
  // Also to a contact of another account: whoever receives the code is its owner now.
  if (purpose === 'update') return true;
  if (account?.state === 'active') return true;
  if (hideAccounts) return false;
  throw new ServiceError(failures[address.channel].unknown);
}

function senderOf(context: AccountServices, { address, purpose, language }: Ask): Sender {
  const { mailer, sms, printCode } = context;
  const minutes = codeLife.time / 60_000;
  if (address.channel === 'sms' && sms.isConfigured)
    return (to, code) =>
      sms.send({
        to,
        code,
        text: codeText({ purpose, code, minutes }, language).text,
        // Gateways know four: whoever approved templates for them needs none beside.
        purpose: purpose === 'second_factor' ? 'login' : purpose,
      });
  if (address.channel === 'email' && mailer.isConfigured)
    return (to, code) => mailer.send({ to: [to], ...codeText({ purpose, code, minutes }, language) });
  if (!printCode) throw new ServiceError(failures[address.channel].noWay);
  return async (_to, code) => printCode(purpose, code);
}

async function countAsk(
  db: DatabaseTransaction,
  { channel, subjects, now }: Pick<Sending, 'subjects'> & { channel: Address['channel']; now: number },
): Promise<void> {
  for (const subject of subjects) {
    const asks = await readAsks(db, { subject, now });
    const refusal = codeRefusal(asks, now);
    if (refusal)
      throw new ServiceError(refusals[channel][refusal.why], {
        seconds: Math.ceil(refusal.waitMs / 1000),
      });
    await keepAsks(db, { subject, now, asks: withAsk(asks, now) });
  }
}

/** What could not be sent uses nothing up, and is no code. */
async function takeBack(
  context: AccountServices,
  { subjects, place, code, askedAt }: Pick<Sending, 'subjects' | 'place'> & { code: string; askedAt: number },
): Promise<void> {
  const now = context.clock();
  await inTransaction(context.db, async (transaction) => {
    for (const subject of subjects) {
      const asks = await readAsks(transaction, { subject, now });
      await keepAsks(transaction, { subject, now, asks: withoutAsk(asks, { askedAt, now }) });
    }
    await dropCode(context, transaction, { place, code });
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
