import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const entityTag = { ETag: { type: 'string', description: 'Changes with the object; see `If-Match`' } };

/**
 * The schemas of a call as JSON Schema. Multipart forms and response headers have no schema, so they are described here for
 * clients.
 */
const transformWithForms: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input);
  const { upload, entityTag: isTagged } = input.route.config ?? {};
  if (isTagged) {
    const response = schema.response as Record<string, object>;
    return {
      schema: { ...schema, response: { ...response, 200: { ...response[200], headers: entityTag } } },
      url,
    };
  }
  if (upload === undefined) return { schema, url };
  const body = {
    type: 'object',
    properties: { [upload]: { type: 'string', format: 'binary' } },
    required: [upload],
  };
  return { schema: { ...schema, consumes: ['multipart/form-data'], body }, url };
};

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

/** Serves the declared calls as OpenAPI 3.1 at `/api/v1/openapi.json`. */
export async function serveOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sealflow', description: 'Encrypted documents and approvals', version },
      components: {
        securitySchemes: {
          account: bearer('The token of `POST /api/v1/auth/token`'),
          file: bearer('The token of `POST /api/v1/tenants/{tid}/file-token`'),
          operator: bearer("The operator's credential"),
        },
      },
    },
    transform: transformWithForms,
    // Declared calls have a tag. Routes of other protocols and of the app's files are not part of the contract.
    hideUntagged: true,
  });
  // Built at the first request, which keeps the start fast.
  let document: string | undefined;
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
