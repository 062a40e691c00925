import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** Where the native app is loaded from (Android, iOS). */
const nativeOrigins = ['https://localhost', 'capacitor://localhost'];

const ownHeaders = [
  'Authorization',
  'Content-Type',
  'Range',
  'If-Range',
  'If-None-Match',
  'Idempotency-Key',
  'DPoP',
];
/** What clients of the key access protocol send beside them. */
const openTdfHeaders = [
  'Connect-Protocol-Version',
  'Connect-Timeout-Ms',
  'X-Rewrap-Additional-Context',
  'X-VirtruPubKey',
];

/** What a page of another origin may read; the date guards a device against its own clock set back. */
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
 * The policy of the app's own page. Scripts, workers and styles come from here alone; calls also go to what the
 * deployment names, such as its speech service.
 */
const pagePolicy = (called: readonly string[]) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'"],
  // WebKit below Safari 15.5 knows no worker-src and takes workers from here.
  childSrc: ["'self'"],
  connectSrc: ["'self'", ...called],
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

/** The policy of bytes that people sent, and of whatever another server answered: no page of ours, whatever they say they are. */
export const bytesPolicy =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type ProtectiveHeaders = Readonly<Record<string, string>>;

export interface BrowserGuard {
  /** Origins whose pages may call the service, beside the native app's. */
  readonly callers: readonly string[];
  readonly headers: ProtectiveHeaders;
}

/** Headers for the browser: what a page of ours may do, and which origins may call. */
export async function guardBrowsers(app: FastifyInstance, { callers, headers }: BrowserGuard): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(cors, {
    origin: [...nativeOrigins, ...callers],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [...ownHeaders, ...openTdfHeaders],
    exposedHeaders,
    maxAge: 600,
  });
}

/**
 * They are the same for every answer: helmet composes them once, which for each request cost more than the request.
 * @param called - origins that our own page may call beside the service.
 */
export async function protectiveHeaders(called: readonly string[]): Promise<ProtectiveHeaders> {
  const probe = Fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(called) },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  probe.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const ofEveryAnswer = new Set(['date', 'connection', 'content-length', 'content-type', 'keep-alive']);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofEveryAnswer.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
