import type { FastifyInstance } from 'fastify';
import { type Language, languageOf } from '../../../infra/http/language.util.ts';
import { route } from '../../../infra/http/route.middleware.ts';
import { agree, listUnanswered } from './agreement-consents.usecases.ts';
import { discardDraft, getDraft, publishDraft, saveDraft } from './agreement-drafts.usecases.ts';
import {
  type AgreementServices,
  listAgreements,
  listVersions,
  publishAgreement,
} from './agreement-versions.usecases.ts';
import { type AgreementName, findAgreement } from './agreements.usecases.ts';

/**
 * Serves the agreements without authentication: a person accepts them before signing in. Operators publish them, and
 * accounts agree to a version that asks again.
 */
export function agreementRoutes(app: FastifyInstance, services: AgreementServices): void {
  const textOf = async (name: AgreementName, language: Language) => {
    const { texts } = await findAgreement(services.db, services.customTexts, name);
    return texts[language];
  };
  route(app, 'GET /api/v1/eula', ({ query, request, reply }) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
    return textOf('eula', languageOf(request, query.language));
  });

  route(app, 'GET /api/v1/privacy-policy', ({ query, request, reply }) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
    return textOf('privacy-policy', languageOf(request, query.language));
  });

  route(app, 'GET /api/v1/account/agreements', async ({ session, query, request }) => ({
    data: await listUnanswered(services, {
      aid: session.aid,
      language: languageOf(request, query.language),
    }),
  }));
  route(
    app,
    'POST /api/v1/account/agreements/{agreement}/actions/agree',
    async ({ session, params, body }) => {
      await agree(
        services,
        { aid: session.aid, deviceID: session.device?.id ?? null },
        { ...params, ...body },
      );
      return undefined;
    },
  );
  operatorRoutes(app, services);
}

function operatorRoutes(app: FastifyInstance, services: AgreementServices): void {
  const path = '/api/v1/admin/agreements/{agreement}';
  route(app, 'GET /api/v1/admin/agreements', async () => ({ data: await listAgreements(services) }));
  route(app, `GET ${path}/versions`, ({ params, query }) =>
    listVersions(services.db, { ...params, ...query }),
  );
  route(app, `POST ${path}/versions`, async ({ operator, params, body }) => ({
    data: await publishAgreement(services, { ...operator, ...params }, body),
  }));
  route(app, `GET ${path}/draft`, async ({ params }) => ({
    data: await getDraft(services.db, params.agreement),
  }));
  route(app, `PUT ${path}/draft`, async ({ operator, params, headers, body }) => {
    const change = { ...operator, ...params, ifMatch: headers['if-match'] };
    return { data: await saveDraft(services, change, body) };
  });
  route(app, `DELETE ${path}/draft`, async ({ operator, params, headers }) => {
    await discardDraft(services, { ...operator, ...params, ifMatch: headers['if-match'] });
    return undefined;
  });
  route(app, `POST ${path}/draft/actions/publish`, async ({ operator, params, headers }) => ({
    data: await publishDraft(services, { ...operator, ...params, ifMatch: headers['if-match'] }),
  }));
}
