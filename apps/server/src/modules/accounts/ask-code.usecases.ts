import type { Answer } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { limits } from '@sealflow/domain/limits';
import { inTransaction } from '../../infra/database/index.ts';
import type { CodePurpose } from '../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Language } from '../../infra/http/language.adapter.ts';
import type { AccountServices, RequestPlace } from './accounts.port.ts';
import { type AccountRow, selectAccount, selectAccountByAddress } from './accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';
import { type CodeRequest, countRequest, type Requester, takeBack } from './code-budget.usecases.ts';
import type { CodeRefusal } from './code-limits.usecases.ts';
import { codeText } from './code-text.usecases.ts';
import { type CodePlace, codeLife, deleteUnsentCode, issueCode } from './codes.usecases.ts';
import { updatePlace } from './contact-proof.usecases.ts';
import { isKnownDevice, takeProof } from './devices.usecases.ts';
import { reachableAt } from './second-factor.usecases.ts';
import { placeOfChallenge, readChallenge, requireStanding } from './sign-in-challenge.usecases.ts';

interface Ask {
  address: Address;
  purpose: CodePurpose;
  language: Language;
}

export interface CodeAsk extends Ask {
  purpose: Exclude<CodePurpose, 'second_factor'>;
  /** The signed-in account; set only for the purpose `update`. */
  aid: string | null;
  from: CodeRequestOrigin;
}

/** Target and source of a request for a code. */
export interface CodeRequestOrigin {
  place: RequestPlace;
  /** DPoP proof of a device (RFC 9449); undefined where the client presents none. */
  proof: string | undefined;
}

type Sender = (to: string, code: string) => Promise<void>;

const refusals: Record<Address['channel'], Record<CodeRefusal['why'], ErrorCode>> = {
  sms: { daily: 'vcode.daily_limit', hourly: 'vcode.hourly_limit', wait: 'vcode.wait' },
  // Section 8 of the specification has one error for all limits of mail.
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
 * Sends a code within the limits of the requester and of the contact.
 * @throws ServiceError `vcode.…` or `vemail.…`, one for each reason in section 8 of the specification.
 */
export async function askCode(
  context: AccountServices,
  ask: CodeAsk,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const { address, purpose, aid, from } = ask;
  const send = senderOf(context, ask);
  const account = await selectAccountByAddress(context.db, address);
  const isSent = isRecipientAllowed(context, ask, account);
  const requester = await requesterOf(context, { account, aid, from });
  return sendCode(context, {
    address,
    request: {
      contact: address.text,
      requester,
      isOwnContact: requester.kind === 'devices' || (aid !== null && account?.aid === aid),
    },
    send,
    to: address.channel === 'email' ? (account?.email ?? address.text) : address.text,
    isSent,
    place:
      purpose === 'update' && aid !== null ? updatePlace(aid, address) : { address: address.text, purpose },
    // The response time of the gateway would reveal that an account exists.
    isAwaited: !context.hideAccounts || purpose === 'update',
  });
}

/**
 * Sends a code for a sign-in whose password was correct, to a contact of the account. It counts towards the limits of
 * that contact.
 * @throws ServiceError `login.second_factor_expired`, `vcode.…`, `vemail.…`.
 */
export async function askSecondCode(
  context: AccountServices,
  {
    challenge: text,
    channel,
    language,
    from,
  }: { challenge: string; channel: Address['channel']; language: Language; from: CodeRequestOrigin },
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const challenge = readChallenge(context, text);
  const account = requireStanding(context, challenge, await selectAccount(context.db, challenge.aid));
  const address = reachableAt(context, account)[channel];
  if (!address) throw new ServiceError(failures[channel].noWay);
  const { aid, thumbprint } = challenge;
  // The challenge was issued to the device that proved this key.
  const isKnown = thumbprint !== null && (await isKnownDevice(context.db, { aid, thumbprint }));
  const requester: Requester = isKnown ? { kind: 'devices' } : { kind: 'source', source: from.place.source };
  return sendCode(context, {
    address,
    request: { contact: address.text, requester, isOwnContact: isKnown },
    send: senderOf(context, { address, purpose: 'second_factor', language }),
    to: channel === 'email' ? (account.email ?? address.text) : address.text,
    place: placeOfChallenge(challenge),
    isSent: true,
    isAwaited: true,
  });
}

/** Without a valid proof of a known device the request counts for the network that it comes from. */
async function requesterOf(
  context: AccountServices,
  {
    account,
    aid,
    from: { place, proof },
  }: { account: AccountRow | undefined; aid: string | null; from: CodeRequestOrigin },
): Promise<Requester> {
  if (aid !== null) return { kind: 'account', aid };
  const shown = proof === undefined ? 'wrong' : await takeProof(context, proof, place);
  const isKnown =
    typeof shown !== 'string' &&
    (await isKnownDevice(context.db, { aid: account?.aid ?? '', thumbprint: shown.thumbprint }));
  return isKnown ? { kind: 'devices' } : { kind: 'source', source: place.source };
}

interface Sending {
  address: Address;
  request: CodeRequest;
  send: Sender;
  to: string;
  place: CodePlace;
  isSent: boolean;
  /** Whether the response waits for the gateway. */
  isAwaited: boolean;
}

async function sendCode(
  context: AccountServices,
  { address: { channel }, request, send, to, place, isSent, isAwaited }: Sending,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const askedAt = context.clock();
  const { code, ticket, counters } = await inTransaction(context.db, async (transaction) => {
    const counted = await countRequest(context, transaction, { request, now: askedAt });
    if ('refusal' in counted) throw refusalOf(channel, counted.refusal);
    return { ...counted, ...(await issueCode(context, transaction, { place, isSent, now: askedAt })) };
  });
  if (isSent) {
    const sending = send(to, code).catch(async (error: unknown) => {
      context.onError(error);
      await inTransaction(context.db, async (transaction) => {
        await takeBack(transaction, { counters, askedAt, now: context.clock() });
        await deleteUnsentCode(context, transaction, { place, ticket });
      });
      throw new ServiceError(failures[channel].unsent);
    });
    if (isAwaited) await sending;
    else sending.catch(() => undefined);
  }
  return { wait: limits.codeResendWait / 1000, validFor: codeLife.time / 1000, ticket };
}

const refusalOf = (channel: Address['channel'], { why, waitMs }: CodeRefusal) =>
  new ServiceError(refusals[channel][why], { seconds: Math.ceil(waitMs / 1000) });

/**
 * @returns whether a code is sent; false only where `shouldHideAccounts` hides that the account is missing.
 * @throws ServiceError `vcode.account_not_found`, `vemail.account_not_found`.
 */
function isRecipientAllowed(
  { hideAccounts }: AccountServices,
  { purpose, address }: CodeAsk,
  account: AccountRow | undefined,
): boolean {
  // The contact may belong to another account: the person who receives the code owns the contact.
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
        // Gateways have approved templates for four purposes; this one uses the template of `login`.
        purpose: purpose === 'second_factor' ? 'login' : purpose,
      });
  if (address.channel === 'email' && mailer.isConfigured)
    return (to, code) => mailer.send({ to: [to], ...codeText({ purpose, code, minutes }, language) });
  if (!printCode) throw new ServiceError(failures[address.channel].noWay);
  return async (_to, code) => printCode(purpose, code);
}
