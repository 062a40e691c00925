import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** Origins of the native app (Android, iOS). */
const nativeOrigins = ['https://localhost', 'capacitor://localhost'];

const serviceHeaders = [
  'Authorization',
  'Content-Type',
  'Range',
  'If-Range',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'DPoP',
];
/** Further request headers of clients of the OpenTDF key access protocol. */
const openTdfHeaders = [
  'Connect-Protocol-Version',
  'Connect-Timeout-Ms',
  'X-Rewrap-Additional-Context',
  'X-VirtruPubKey',
];

/** Response headers readable by pages of other origins. Devices need `Date` to detect that their clock was set back. */
const exposedHeaders = [
  'Content-Range',
  'Accept-Ranges',
  'Content-Length',
  'Content-Disposition',
  'ETag',
  'Last-Modified',
  'Date',
  'Retry-After',
];

/**
 * Content security policy of the app's page. Scripts, workers and styles load from the service only. Requests may also go to
 * the origins that the deployment configures, such as its speech service.
 */
const pageContentPolicy = (connectOrigins: readonly string[]) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'"],
  // WebKit before Safari 15.5 does not support worker-src and falls back to child-src.
  childSrc: ["'self'"],
  connectSrc: ["'self'", ...connectOrigins],
  imgSrc: ["'self'", 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  styleSrc: ["'self'"],
  manifestSrc: ["'self'"],
  frameSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  objectSrc: ["'none'"],
});

/** Content security policy for uploaded files and for answers of other servers: never a page of ours, whatever their type. */
export const untrustedContentPolicy =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type SecurityHeaders = Readonly<Record<string, string>>;

export interface BrowserSecurityOptions {
  /** Origins whose pages may call the service, in addition to those of the native app. */
  readonly allowedOrigins: readonly string[];
  readonly headers: SecurityHeaders;
}

/** Registers CORS and the security headers of answers. Those that serve a page replace them by the headers of pages. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { allowedOrigins, headers }: BrowserSecurityOptions,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(cors, {
    origin: [...nativeOrigins, ...allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [...serviceHeaders, ...openTdfHeaders],
    exposedHeaders,
    maxAge: 600,
  });
}

/** Content security policy of an answer that is no page: a browser that shows it anyway loads and frames nothing. */
const answerContentPolicy = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * The security headers of every answer that is no page: those that protect an answer which a browser displays, embeds or
 * guesses the type of. Headers about the content of pages would double those of a polled count.
 */
export const createAnswerHeaders = (): Promise<SecurityHeaders> =>
  computeHeaders({
    ...commonOptions,
    contentSecurityPolicy: { useDefaults: false, directives: answerContentPolicy },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

/**
 * The security headers of the app's page and its files.
 * @param connectOrigins - origins that the app's page may call in addition to the service.
 */
export const createPageHeaders = (connectOrigins: readonly string[]): Promise<SecurityHeaders> =>
  computeHeaders({
    ...commonOptions,
    contentSecurityPolicy: { useDefaults: false, directives: pageContentPolicy(connectOrigins) },
  });

const commonOptions = {
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
} as const;

/** Computes the headers once. They are the same for every answer, and running helmet for each request cost more than the request itself. */
async function computeHeaders(options: FastifyHelmetOptions): Promise<SecurityHeaders> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const perResponseHeaders = new Set(['date', 'connection', 'content-length', 'content-type', 'keep-alive']);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !perResponseHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
