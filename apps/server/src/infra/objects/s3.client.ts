import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StoreError } from './objects.errors.ts';

export interface S3Options {
  /** The endpoint. Requests are path-style: the bucket is the first path segment. */
  url: string;
  bucket: string;
  region: string;
  accessKeyID: string;
  secretAccessKey: string;
  /** Delay before the first retry; doubled for each further one. */
  retryDelayMs?: number;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Sends the request once with this timeout and no retry, for callers that need a quick failure. */
  timeoutMs?: number;
}

export interface S3Client {
  bucket: string;
  region: string;
  /** Resolves to any answer with a status below 500 except 429. @throws StoreError if there is none. */
  send: (request: S3Request) => Promise<Response>;
}

const maxAttempts = 5;
/** Time limit for the first byte of an answer. */
const responseTimeoutMs = 60_000;
const emptySha256 = createHash('sha256').digest('hex');

/** Creates a client that signs requests to a bucket and retries transient failures with back-off and jitter. */
export function createS3Client(options: S3Options): S3Client {
  const { url, bucket, region, accessKeyID, secretAccessKey, retryDelayMs = 200 } = options;
  const signer = new AwsClient({
    accessKeyId: accessKeyID,
    secretAccessKey,
    region,
    service: 's3',
    retries: 0,
  });
  const sendOnce = async ({
    method,
    key,
    query,
    headers,
    body,
    timeoutMs = responseTimeoutMs,
  }: S3Request): Promise<Response> => {
    const address = new URL(`${url}/${encodeURIComponent(bucket)}${key === undefined ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const signed = await signer.sign(address.toString(), {
      method,
      // The signature covers the body, so that a damaged or, without TLS, manipulated part is rejected.
      headers: { ...headers, 'x-amz-content-sha256': body ? sha256Hex(body) : emptySha256 },
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    });
    return withTimeout(timeoutMs, (signal) => fetch(signed, { signal, redirect: 'manual' }));
  };
  return {
    bucket,
    region,
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const isLastAttempt = attempt === maxAttempts || request.timeoutMs !== undefined;
        const response = await sendOnce(request).catch((error: unknown) => {
          if (isLastAttempt) throw toUnreachableError(error);
        });
        if (response && response.status < 500 && response.status !== 429) return response;
        if (response && isLastAttempt) throw await toStoreError(response, options);
        await response?.body?.cancel();
        await wait(retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    },
  };
}

/** Aborts if no answer begins within the timeout. The body of an answer has no time limit. */
async function withTimeout(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function sha256Hex(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Describes a network failure without the address, which may contain credentials. */
function toUnreachableError(error: unknown): StoreError {
  const { cause } = error as { cause?: { code?: string } };
  const reason = cause?.code ?? (error instanceof Error ? error.name : 'unknown');
  return new StoreError(`S3_URL: the object store does not respond (${reason})`, { cause: error });
}

/** Converts an error response to a StoreError that names the setting at fault. */
export async function toStoreError(
  response: Response,
  { bucket, region }: { bucket: string; region: string },
): Promise<StoreError> {
  const code = elementText(await response.text().catch(() => ''), 'Code') ?? `HTTP ${response.status}`;
  const messages: Readonly<Record<string, string>> = {
    InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: unknown to the object store',
    SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: does not belong to S3_ACCESS_KEY_ID',
    AccessDenied: `S3_ACCESS_KEY_ID: the key lacks permission to list, read, write or delete in bucket ${bucket}`,
    NoSuchBucket: `S3_BUCKET: bucket ${bucket} does not exist`,
    InvalidBucketName: `S3_BUCKET: ${bucket} is not a valid bucket name`,
    AuthorizationHeaderMalformed: `S3_REGION: the bucket is not in ${region}`,
    PermanentRedirect: 'S3_REGION or S3_URL: the bucket has another region or address',
    RequestTimeTooSkewed: 'S3_URL: the clocks of this machine and the object store differ',
  };
  return new StoreError(messages[code] ?? `S3_URL: the object store rejected the request (${code})`);
}

/** The text of the first element with this name in an XML answer. */
export function elementText(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replaceAll(/&(amp|lt|gt|quot|apos|#34|#39);/g, (entity) => entities[entity] ?? entity);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
};
