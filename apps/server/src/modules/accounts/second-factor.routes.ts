import type { FastifyInstance } from 'fastify';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { sourceNetworkOf } from '../../infra/http/source-network.rules.ts';
import type { AccountServices } from './accounts.types.ts';
import { stepUp } from './second-factor/step-up.usecases.ts';
import {
  confirmTotp,
  describeSecondFactors,
  enrolTotp,
  removeTotp,
  replaceRecoveryCodes,
} from './second-factor/totp-enrolment.usecases.ts';

/** Routes of the second factors of the signed-in account. */
export function secondFactorRoutes(
  app: FastifyInstance,
  context: AccountServices,
  { signInLimit }: { signInLimit: number },
): void {
  // Shares the counter of the sign-ins, because an attacker may guess at any of these calls.
  const limit = limitPerMinute(signInLimit, 'sign-in');
  route(app, 'GET /api/v1/account/second-factor', async ({ session }) => ({
    data: await describeSecondFactors(context, session),
  }));
  route(
    app,
    'POST /api/v1/account/totp/actions/enrol',
    async ({ session, body }) => ({ data: await enrolTotp(context, session, body) }),
    limit,
  );
  route(
    app,
    'POST /api/v1/account/totp/actions/confirm',
    async ({ session, body }) => ({ data: { recoveryCodes: await confirmTotp(context, session, body) } }),
    limit,
  );
  route(
    app,
    'POST /api/v1/account/totp/actions/remove',
    async ({ session, body }) => {
      await removeTotp(context, session, { password: body.password, presented: body });
      return undefined;
    },
    limit,
  );
  route(
    app,
    'POST /api/v1/account/recovery-codes/actions/replace',
    async ({ session, body }) => ({
      data: { recoveryCodes: await replaceRecoveryCodes(context, session, body) },
    }),
    limit,
  );
  route(
    app,
    'POST /api/v1/account/actions/step-up',
    async ({ session, body, request }) => {
      const source = sourceNetworkOf(request.ip);
      await stepUp(context, session, { proof: body, source });
      return undefined;
    },
    limit,
  );
}
