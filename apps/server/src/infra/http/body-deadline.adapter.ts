import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Until a body has to be there whole: whoever sends a byte now and then would keep a connection, and many of them all. Files
 * may take their time.
 */
export function endSlowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.routeOptions.config.upload === undefined) {
      const { raw } = request;
      const late = setTimeout(() => raw.destroy(), patienceMs).unref();
      raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    done(null, payload);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
