import type { Answer } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { limits } from '@sealflow/domain/limits';
import { inTransaction } from '../../../infra/database/index.ts';
import type { CodePurpose } from '../../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { Language } from '../../../infra/http/language.util.ts';
import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import { deliveryCodeOf, recordFailure } from '../../deliveries/delivery-failures.usecases.ts';
import { type AccountRow, selectAccount, selectAccountByAddress } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import type { Address } from '../contacts/addresses.usecases.ts';
import { contactUpdateScope } from '../contacts/contact-proof.usecases.ts';
import { consumeProof, isKnownDevice } from '../devices/devices.usecases.ts';
import { secondFactorAddresses } from '../second-factor/second-factor.usecases.ts';
import { hasTotp } from '../second-factor/totp.repository.ts';
import {
  challengeCodeScope,
  readChallenge,
  requireUnchangedCredentials,
} from '../sign-in/sign-in-challenge.usecases.ts';
import {
  type CodeRequest,
  countCodeRequest,
  type Requester,
  refundCodeRequest,
} from './code-budget.usecases.ts';
import type { CodeRefusal } from './code-limits.rules.ts';
import { composeCodeMessage } from './code-messages.util.ts';
import { type CodeScope, codeValidity, deleteUnsentCode, issueCode } from './codes.usecases.ts';

interface CodeMessage {
  address: Address;
  purpose: CodePurpose;
  language: Language;
}

export interface CodeRequestInput extends CodeMessage {
  purpose: Exclude<CodePurpose, 'second_factor'>;
  /** The signed-in account; set only for the purpose `update`. */
  aid: string | null;
  origin: CodeRequestOrigin;
}

/** Target and source of a request for a code. */
export interface CodeRequestOrigin {
  metadata: RequestMetadata;
  /** DPoP proof of a device (RFC 9449); undefined where the client presents none. */
  proof: string | undefined;
}

type Sender = (to: string, code: string) => Promise<void>;

const limitErrorCodes: Record<Address['channel'], Record<CodeRefusal['reason'], ErrorCode>> = {
  sms: { daily: 'vcode.daily_limit', hourly: 'vcode.hourly_limit', wait: 'vcode.wait' },
  // Section 8 of the specification has one error for all limits of mail.
  email: { daily: 'vemail.wait', hourly: 'vemail.wait', wait: 'vemail.wait' },
};

const deliveryErrorCodes = {
  sms: {
    accountNotFound: 'vcode.account_not_found',
    notSent: 'vcode.unknown_error',
    notConfigured: 'vcode.not_configured',
  },
  email: {
    accountNotFound: 'vemail.account_not_found',
    notSent: 'vemail.unknown_error',
    notConfigured: 'vemail.not_configured',
  },
} as const satisfies Record<Address['channel'], Record<string, ErrorCode>>;

/**
 * Sends a code within the limits of the requester and of the contact.
 * @throws ServiceError `vcode.…` or `vemail.…`, one for each reason in section 8 of the specification.
 */
export async function requestCode(
  context: AccountServices,
  input: CodeRequestInput,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const { address, purpose, aid, origin } = input;
  const send = createSender(context, input);
  const account = await selectAccountByAddress(context.db, address);
  const isSent = isRecipientAllowed(context, input, account);
  const requester = await identifyRequester(context, { account, aid, origin });
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
    scope:
      purpose === 'update' && aid !== null
        ? contactUpdateScope(aid, address)
        : { address: address.text, purpose },
    managedBy: account?.managed_by ?? null,
    // The response time of the gateway would reveal that an account exists.
    isAwaited: !context.shouldHideAccounts || purpose === 'update',
  });
}

/**
 * Sends a code for a sign-in whose password was correct, to a contact of the account. It counts towards the limits of
 * that contact.
 * @throws ServiceError `login.second_factor_expired`, `vcode.…`, `vemail.…`.
 */
export async function requestSecondFactorCode(
  context: AccountServices,
  {
    challenge: text,
    channel,
    language,
    origin,
  }: { challenge: string; channel: Address['channel']; language: Language; origin: CodeRequestOrigin },
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const challenge = readChallenge(context, text);
  const account = requireUnchangedCredentials(
    context,
    challenge,
    await selectAccount(context.db, challenge.aid),
  );
  const owner = { account, hasTotp: await hasTotp(context.db, account.aid) };
  const address = secondFactorAddresses(context, owner)[channel];
  if (!address) throw new ServiceError(deliveryErrorCodes[channel].notConfigured);
  const { aid, thumbprint } = challenge;
  // The challenge was issued to the device that proved this key.
  const isKnown = thumbprint !== null && (await isKnownDevice(context.db, { aid, thumbprint }));
  const requester: Requester = isKnown
    ? { kind: 'devices' }
    : { kind: 'source', source: origin.metadata.source };
  return sendCode(context, {
    address,
    request: { contact: address.text, requester, isOwnContact: isKnown },
    send: createSender(context, { address, purpose: 'second_factor', language }),
    to: channel === 'email' ? (account.email ?? address.text) : address.text,
    scope: challengeCodeScope(challenge),
    managedBy: account.managed_by,
    isSent: true,
    isAwaited: true,
  });
}

/** Without a valid proof of a known device the request counts for the network that it comes from. */
async function identifyRequester(
  context: AccountServices,
  {
    account,
    aid,
    origin: { metadata, proof },
  }: { account: AccountRow | undefined; aid: string | null; origin: CodeRequestOrigin },
): Promise<Requester> {
  if (aid !== null) return { kind: 'account', aid };
  const presented = proof === undefined ? 'wrong' : await consumeProof(context, proof, metadata);
  const isKnown =
    typeof presented !== 'string' &&
    (await isKnownDevice(context.db, { aid: account?.aid ?? '', thumbprint: presented.thumbprint }));
  return isKnown ? { kind: 'devices' } : { kind: 'source', source: metadata.source };
}

interface CodeDelivery {
  address: Address;
  request: CodeRequest;
  send: Sender;
  to: string;
  scope: CodeScope;
  /** The tenant that manages the account, whose administrators see that the delivery failed. */
  managedBy: string | null;
  isSent: boolean;
  /** Whether the response waits for the gateway. */
  isAwaited: boolean;
}

async function sendCode(
  context: AccountServices,
  { address: { channel }, request, send, to, scope, managedBy, isSent, isAwaited }: CodeDelivery,
): Promise<Answer<'POST /api/v1/auth/vcode'>> {
  const requestedAt = context.clock();
  const { code, ticket, counters } = await inTransaction(context.db, async (transaction) => {
    const countedRequest = await countCodeRequest(context, transaction, { request, now: requestedAt });
    if ('refusal' in countedRequest) throw createLimitError(channel, countedRequest.refusal);
    return {
      ...countedRequest,
      ...(await issueCode(context, transaction, { scope, isSent, now: requestedAt })),
    };
  });
  if (isSent) {
    const delivery = send(to, code).catch(async (error: unknown) => {
      context.onError(error);
      await inTransaction(context.db, async (transaction) => {
        await refundCodeRequest(transaction, { counters, requestedAt, now: context.clock() });
        await deleteUnsentCode(context, transaction, { scope, ticket });
        const failure = { tid: managedBy, purpose: 'code', at: context.clock() } as const;
        const failureCode = deliveryCodeOf(error);
        const failedChannel = channel === 'email' ? 'mail' : channel;
        if (failureCode !== undefined)
          await recordFailure(transaction, { ...failure, channel: failedChannel, code: failureCode });
      });
      throw new ServiceError(deliveryErrorCodes[channel].notSent);
    });
    if (isAwaited) await delivery;
    else delivery.catch(() => undefined);
  }
  return { wait: limits.codeResendWaitMs / 1000, validFor: codeValidity.lifetimeMs / 1000, ticket };
}

const createLimitError = (channel: Address['channel'], { reason, waitMs }: CodeRefusal) =>
  new ServiceError(limitErrorCodes[channel][reason], { seconds: Math.ceil(waitMs / 1000) });

/**
 * @returns whether a code is sent; false only where `shouldHideAccounts` hides that the account is missing.
 * @throws ServiceError `vcode.account_not_found`, `vemail.account_not_found`.
 */
function isRecipientAllowed(
  { shouldHideAccounts }: AccountServices,
  { purpose, address }: CodeRequestInput,
  account: AccountRow | undefined,
): boolean {
  // The contact may belong to another account: the person who receives the code owns the contact.
  if (purpose === 'update') return true;
  if (account?.state === 'active') return true;
  if (shouldHideAccounts) return false;
  throw new ServiceError(deliveryErrorCodes[address.channel].accountNotFound);
}

function createSender(context: AccountServices, { address, purpose, language }: CodeMessage): Sender {
  const { mailer, sms, printCode } = context;
  const minutes = codeValidity.lifetimeMs / 60_000;
  if (address.channel === 'sms' && sms.isConfigured)
    return (to, code) =>
      sms.send({
        to,
        code,
        text: composeCodeMessage({ purpose, code, minutes }, language).text,
        // Gateways have approved templates for four purposes; this one uses the template of `login`.
        purpose: purpose === 'second_factor' ? 'login' : purpose,
      });
  if (address.channel === 'email' && mailer.isConfigured)
    return (to, code) =>
      mailer.send({ to: [to], ...composeCodeMessage({ purpose, code, minutes }, language) });
  if (!printCode) throw new ServiceError(deliveryErrorCodes[address.channel].notConfigured);
  return async (_to, code) => printCode(purpose, code);
}
