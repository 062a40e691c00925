import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { languageOf } from '../../infra/http/language.util.ts';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { createMetadataReader } from '../../infra/http/request-metadata.util.ts';
import { bearerOf, route } from '../../infra/http/route.middleware.ts';
import type { AccountServices } from './accounts.types.ts';
import { requireSession } from './authentication/authentication.usecases.ts';
import {
  type CodeRequestInput,
  requestCode,
  requestSecondFactorCode,
} from './codes/request-code.usecases.ts';
import { type Address, type AddressForm, parseAddress } from './contacts/addresses.usecases.ts';
import { changePhone } from './contacts/phone-change.usecases.ts';
import { verifiedContacts, verifyContact } from './contacts/verify-contact.usecases.ts';
import { changePassword, resetPassword } from './passwords/password-change.usecases.ts';

export interface CredentialRoutesOptions {
  /** The hosts, with ports, under which clients know the service. */
  hosts: () => readonly string[];
  /** Requests for codes per minute from one address; 0 for no limit. */
  codeLimit: number;
  /** Attempts with a password or a code per minute from one address; 0 for no limit. */
  signInLimit: number;
}

/** Routes of the credentials of an account: codes, passwords and contacts. */
export function credentialRoutes(
  app: FastifyInstance,
  context: AccountServices,
  { hosts, codeLimit, signInLimit }: CredentialRoutesOptions,
): void {
  const readMetadata = createMetadataReader(hosts);
  const codeRateLimit = limitPerMinute(codeLimit, 'code');
  // Shares the counter of the sign-ins, because an attacker may guess at any of these calls.
  const attemptRateLimit = limitPerMinute(signInLimit, 'sign-in');
  const readSession = (request: FastifyRequest) => requireSession(context, bearerOf(request));

  route(app, 'GET /api/v1/auth/password-rules', async () => ({ data: context.passwords.rules }));

  const handleCodeRequest = async (
    form: (AddressForm & { purpose: CodeRequestInput['purpose'] }) | { challenge: string },
    channel: Address['channel'],
    { request, proof }: { request: FastifyRequest; proof: string | undefined },
  ) => {
    const language = languageOf(request);
    const origin = { metadata: readMetadata(request), proof };
    if ('challenge' in form) return requestSecondFactorCode(context, { ...form, channel, language, origin });
    const { purpose } = form;
    const aid = purpose === 'update' ? (await readSession(request)).aid : null;
    const address = parseAddress(form);
    if (!address) throw badRequest('body');
    return requestCode(context, { address, purpose, aid, language, origin });
  };
  route(
    app,
    'POST /api/v1/auth/vcode',
    async ({ body, headers, request }) => handleCodeRequest(body, 'sms', { request, proof: headers.dpop }),
    codeRateLimit,
  );
  route(
    app,
    'POST /api/v1/auth/vemail',
    async ({ body, headers, request }) => handleCodeRequest(body, 'email', { request, proof: headers.dpop }),
    codeRateLimit,
  );

  route(
    app,
    'POST /api/v1/auth/update-password',
    async ({ body, request }) => {
      const { source } = readMetadata(request);
      if ('mobileNo' in body || 'email' in body) await resetPassword(context, { reset: body, source });
      else await changePassword(context, await readSession(request), { change: body, source });
      return undefined;
    },
    attemptRateLimit,
  );

  route(app, 'GET /api/v1/account/contacts', async ({ session: currentSession }) => ({
    data: await verifiedContacts(context, currentSession),
  }));

  route(
    app,
    'POST /api/v1/auth/verify-contact',
    async ({ body, session: currentSession, request }) => {
      await verifyContact(context, currentSession, { form: body, source: readMetadata(request).source });
      return undefined;
    },
    attemptRateLimit,
  );

  route(
    app,
    'PUT /api/v1/auth/update-phone',
    async ({ body, headers, session: currentSession, request }) => {
      const presented = {
        token: bearerOf(request) ?? '',
        proof: headers.dpop,
        metadata: readMetadata(request),
      };
      await changePhone(context, currentSession, { ...body, presented });
      return undefined;
    },
    attemptRateLimit,
  );
}
