import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../../infra/http/language.util.ts';
import { route } from '../../../infra/http/route.middleware.ts';
import type { AgreementTexts } from './agreements.usecases.ts';

/** Serves the agreements without authentication: a person accepts them before signing in. */
export function agreementRoutes(app: FastifyInstance, texts: AgreementTexts): void {
  route(app, 'GET /api/v1/eula', async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
    return texts.eula[languageOf(request, query.language)];
  });

  route(app, 'GET /api/v1/privacy-policy', async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
    return texts['privacy-policy'][languageOf(request, query.language)];
  });
}
