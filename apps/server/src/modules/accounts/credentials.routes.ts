import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { languageOf } from '../../infra/http/language.adapter.ts';
import { perMinute } from '../../infra/http/rate-limit.adapter.ts';
import { bearerOf, route } from '../../infra/http/route.adapter.ts';
import type { AccountServices } from './accounts.port.ts';
import { type Address, type AddressForm, addressOf } from './addresses.usecases.ts';
import { askCode, askSecondCode, type CodeAsk } from './ask-code.usecases.ts';
import { requireSession } from './gate.usecases.ts';
import { changePassword, resetPassword } from './password-change.usecases.ts';
import { changePhone } from './phone-change.usecases.ts';
import { placesAt } from './request-place.adapter.ts';
import { verifiedContacts, verifyContact } from './verify-contact.usecases.ts';

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
  const placeOf = placesAt(hosts);
  const codes = perMinute(codeLimit, 'code');
  // Shares the counter of the sign-ins, because an attacker may guess at any of these calls.
  const tries = perMinute(signInLimit, 'sign-in');
  const session = (request: FastifyRequest) => requireSession(context, bearerOf(request));

  route(app, 'GET /api/v1/auth/password-rules', async () => ({ data: context.passwords.rules }));

  const ask = async (
    form: (AddressForm & { purpose: CodeAsk['purpose'] }) | { challenge: string },
    channel: Address['channel'],
    { request, proof }: { request: FastifyRequest; proof: string | undefined },
  ) => {
    const language = languageOf(request);
    const from = { place: placeOf(request), proof };
    if ('challenge' in form) return askSecondCode(context, { ...form, channel, language, from });
    const { purpose } = form;
    const aid = purpose === 'update' ? (await session(request)).aid : null;
    const address = addressOf(form);
    if (!address) throw badRequest('body');
    return askCode(context, { address, purpose, aid, language, from });
  };
  route(
    app,
    'POST /api/v1/auth/vcode',
    async ({ body, headers, request }) => ask(body, 'sms', { request, proof: headers.dpop }),
    codes,
  );
  route(
    app,
    'POST /api/v1/auth/vemail',
    async ({ body, headers, request }) => ask(body, 'email', { request, proof: headers.dpop }),
    codes,
  );

  route(
    app,
    'POST /api/v1/auth/update-password',
    async ({ body, request }) => {
      const { source } = placeOf(request);
      if ('mobileNo' in body || 'email' in body) await resetPassword(context, { reset: body, source });
      else await changePassword(context, await session(request), { change: body, source });
      return undefined;
    },
    tries,
  );

  route(app, 'GET /api/v1/account/contacts', async ({ session: own }) => ({
    data: await verifiedContacts(context, own),
  }));

  route(
    app,
    'POST /api/v1/auth/verify-contact',
    async ({ body, session: own, request }) => {
      await verifyContact(context, own, { form: body, source: placeOf(request).source });
      return undefined;
    },
    tries,
  );

  route(
    app,
    'PUT /api/v1/auth/update-phone',
    async ({ body, headers, session: asking, request }) => {
      const shown = { token: bearerOf(request) ?? '', proof: headers.dpop, place: placeOf(request) };
      await changePhone(context, asking, { ...body, shown });
      return undefined;
    },
    tries,
  );
}
