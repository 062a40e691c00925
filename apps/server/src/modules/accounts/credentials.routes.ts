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
import { placeOf } from './request-place.adapter.ts';
import { verifyContact } from './verify-contact.usecases.ts';

export interface CredentialRoutesOptions {
  /** The address of the service, as clients know it. */
  publicUrl: () => string;
  /** Asks for codes a minute from one address; 0 for no limit. */
  codeLimit: number;
  /** Tries of a password or a code a minute from one address; 0 for no limit. */
  signInLimit: number;
}

/** Codes, passwords and phone numbers: how an account is signed in to. */
export function credentialRoutes(
  app: FastifyInstance,
  context: AccountServices,
  { publicUrl, codeLimit, signInLimit }: CredentialRoutesOptions,
): void {
  const codes = perMinute(codeLimit, 'code');
  // With the sign-ins: whoever guesses may guess at any of these calls.
  const tries = perMinute(signInLimit, 'sign-in');
  const session = (request: FastifyRequest) => requireSession(context, bearerOf(request));

  route(app, 'GET /api/v1/auth/password-rules', async () => ({ data: context.passwords.rules }));

  const ask = async (
    form: (AddressForm & { purpose: CodeAsk['purpose'] }) | { challenge: string },
    channel: Address['channel'],
    request: FastifyRequest,
  ) => {
    const language = languageOf(request);
    if ('challenge' in form) return askSecondCode(context, { ...form, channel, language });
    const { purpose } = form;
    const aid = purpose === 'update' ? (await session(request)).aid : null;
    const address = addressOf(form);
    if (!address) throw badRequest('body');
    return askCode(context, { address, purpose, aid, language });
  };
  route(app, 'POST /api/v1/auth/vcode', async ({ body, request }) => ask(body, 'sms', request), codes);
  route(app, 'POST /api/v1/auth/vemail', async ({ body, request }) => ask(body, 'email', request), codes);

  route(
    app,
    'POST /api/v1/auth/update-password',
    async ({ body, request }) => {
      if ('mobileNo' in body || 'email' in body) await resetPassword(context, body);
      else await changePassword(context, await session(request), body);
      return undefined;
    },
    tries,
  );

  route(
    app,
    'POST /api/v1/auth/verify-contact',
    async ({ body, session: own }) => {
      await verifyContact(context, own, body);
      return undefined;
    },
    tries,
  );

  route(
    app,
    'PUT /api/v1/auth/update-phone',
    async ({ body, headers, session: asking, request }) => {
      const place = placeOf(request, publicUrl());
      const shown = { token: bearerOf(request) ?? '', proof: headers.dpop, place };
      await changePhone(context, asking, { ...body, shown });
      return undefined;
    },
    tries,
  );
}
