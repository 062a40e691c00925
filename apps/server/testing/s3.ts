import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../src/infra/objects/s3.client.ts';
import { makeTestFolder } from './folder.ts';

/** The secret key of s3rver. The proxy in front of s3rver checks signatures, because s3rver does not. */
const secret = 'S3RVER';

export interface TestS3 {
  options: S3Options;
  /** Every request, as `PUT /bucket/key?query`. */
  requests: string[];
  /** Multipart uploads that are neither completed nor aborted. */
  uploads: Map<string, { key: string; begun: Date }>;
  /** Injects a failure: a returned status replaces the response, 0 drops the connection. */
  fail: ((line: string) => number | undefined) | undefined;
  close: () => Promise<void>;
}

/**
 * s3rver behind a proxy that checks signatures (AWS Signature Version 4), injects failures and implements what
 * s3rver lacks: aborting and listing multipart uploads.
 */
export async function openTestS3({
  directory = makeTestFolder(),
}: {
  /** Folder of the objects. A later instance with the same folder finds them again. */
  directory?: string;
} = {}): Promise<TestS3> {
  // s3rver has no type declarations.
  const name: string = 's3rver';
  const { default: S3rver }: S3rverModule = await import(name);
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'sealflow' }],
  });
  const { port } = await store.run();
  const testS3: TestS3 = {
    options: {
      url: '',
      bucket: 'sealflow',
      region: 'eu-test-1',
      accessKeyID: 'S3RVER',
      secretAccessKey: secret,
      retryDelayMs: 1,
    },
    requests: [],
    uploads: new Map(),
    fail: undefined,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await store.close();
    },
  };
  const proxy = createServer((incoming, response) => {
    serve(testS3, { incoming, response, port }).catch((error: unknown) => {
      // A client that disconnects must not fail the other requests.
      if (!incoming.socket.destroyed) throw error;
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  testS3.options.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return testS3;
}

interface S3rverModule {
  default: new (
    options: object,
  ) => {
    run: () => Promise<{ port: number }>;
    close: () => Promise<void>;
  };
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  port: number;
}

async function serve(testS3: TestS3, { incoming, response, port }: Exchange): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  const line = `${incoming.method} ${incoming.url}`;
  testS3.requests.push(line);
  const status = testS3.fail?.(line);
  if (status === 0) return void incoming.socket.destroy();
  if (status !== undefined) return respondWithError(response, status, 'InternalError');
  const signatureError = signatureErrorOf(incoming, body);
  if (signatureError !== undefined) return respondWithError(response, 403, signatureError);
  const url = new URL(incoming.url ?? '', 'http://x');
  const uploadID = url.searchParams.get('uploadId') ?? '';
  if (incoming.method === 'DELETE' && uploadID !== '') {
    return void response.writeHead(testS3.uploads.delete(uploadID) ? 204 : 404).end();
  }
  if (incoming.method === 'GET' && url.searchParams.has('uploads'))
    return void response.end(uploadListOf(testS3));
  const forwarded = request({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  });
  forwarded.end(body);
  const [stored] = (await once(forwarded, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await stored.toArray());
  if (incoming.method === 'POST' && url.searchParams.has('uploads')) {
    const [, id = ''] = /<UploadId>(.*?)</.exec(text.toString()) ?? [];
    testS3.uploads.set(id, { key: url.pathname.split('/').at(-1) ?? '', begun: new Date() });
  } else if (incoming.method === 'POST') testS3.uploads.delete(uploadID);
  response.writeHead(stored.statusCode ?? 500, stored.headers).end(text);
}

function respondWithError(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}

function uploadListOf({ uploads }: TestS3): string {
  const rows = [...uploads].map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`;
}

/**
 * Checks the signature of a request by the published steps, independently of the client under test.
 * @returns the error code of S3; undefined if the signature is valid.
 */
function signatureErrorOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const given = /Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  );
  if (!given) return 'AccessDenied';
  const [, keyID = '', scope = '', signed = '', signature] = given;
  if (keyID !== 'S3RVER') return 'InvalidAccessKeyId';
  const [day = '', region = '', service = ''] = scope.split('/');
  if (region !== 'eu-test-1') return 'AuthorizationHeaderMalformed';
  const digest = String(headers['x-amz-content-sha256']);
  if (digest !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  const { pathname, searchParams } = new URL(url, 'http://x');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, pathname, query, lines.join(''), signed, digest].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    String(headers['x-amz-date']),
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
