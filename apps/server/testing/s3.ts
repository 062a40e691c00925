import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../src/infra/objects/s3.client.ts';
import { makeTestFolder } from './folder.ts';

/** The secret key of s3rver. The gate in front of s3rver checks signatures, because s3rver does not. */
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
 * s3rver behind a gate that checks signatures (AWS Signature Version 4), injects failures and implements what
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
  const test: TestS3 = {
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
      gate.closeAllConnections();
      await new Promise((resolve) => gate.close(resolve));
      await store.close();
    },
  };
  const gate = createServer((asked, answer) => {
    serve(test, { asked, answer, port }).catch((error: unknown) => {
      // A client that disconnects must not fail the other requests.
      if (!asked.socket.destroyed) throw error;
      answer.destroy();
    });
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  test.options.url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  return test;
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
  asked: IncomingMessage;
  answer: ServerResponse;
  port: number;
}

async function serve(test: TestS3, { asked, answer, port }: Exchange): Promise<void> {
  const body = Buffer.concat(await asked.toArray());
  const line = `${asked.method} ${asked.url}`;
  test.requests.push(line);
  const status = test.fail?.(line);
  if (status === 0) return void asked.socket.destroy();
  if (status !== undefined) return refuse(answer, status, 'InternalError');
  const fault = faultOf(asked, body);
  if (fault !== undefined) return refuse(answer, 403, fault);
  const url = new URL(asked.url ?? '', 'http://x');
  const uploadID = url.searchParams.get('uploadId') ?? '';
  if (asked.method === 'DELETE' && uploadID !== '') {
    return void answer.writeHead(test.uploads.delete(uploadID) ? 204 : 404).end();
  }
  if (asked.method === 'GET' && url.searchParams.has('uploads')) return void answer.end(listOf(test));
  const passed = request({
    host: '127.0.0.1',
    port,
    method: asked.method,
    path: asked.url,
    headers: asked.headers,
  });
  passed.end(body);
  const [response] = (await once(passed, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray());
  if (asked.method === 'POST' && url.searchParams.has('uploads')) {
    const [, id = ''] = /<UploadId>(.*?)</.exec(text.toString()) ?? [];
    test.uploads.set(id, { key: url.pathname.split('/').at(-1) ?? '', begun: new Date() });
  } else if (asked.method === 'POST') test.uploads.delete(uploadID);
  answer.writeHead(response.statusCode ?? 500, response.headers).end(text);
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

function listOf({ uploads }: TestS3): string {
  const rows = [...uploads].map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`;
}

/** Computes the signature by the published steps, independently of the library under test. */
function faultOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
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
