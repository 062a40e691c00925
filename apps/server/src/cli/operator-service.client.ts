import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Answer, Body, CallId, ErrorBody, Params, Query } from '@sealflow/contract';
import { operatorFilePath } from '../app/operator-file.usecases.ts';
import { type RunningService, readServiceFile } from '../app/service-file.util.ts';
import { openService } from '../app/start.compose.ts';
import { type Config, readConfig } from '../infra/config/config.schemas.ts';
import { isLoopbackHost } from '../infra/outbound/public-hosts.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

export type CallInput<N extends CallId> = {
  params?: Params<N>;
  query?: Query<N>;
  body?: Body<N>;
  /** Multipart body for uploads, instead of `body`. */
  form?: FormData;
};

/** API client of the operator. */
export interface OperatorService {
  /** The public URL of the service. */
  readonly url: string;
  /** @throws CommandError with the service's message if the service rejects the call. */
  readonly call: <N extends CallId>(name: N, input: CallInput<N>) => Promise<Answer<N>>;
  /** As `call`, for responses that are not a single JSON document; in chunks. */
  readonly stream: <N extends CallId>(name: N, input: CallInput<N>) => Promise<AsyncIterable<Uint8Array>>;
  readonly close: () => Promise<void>;
}

interface RawResponse {
  status: number;
  body: AsyncIterable<Uint8Array>;
}

type Send = (request: {
  method: string;
  path: string;
  body: string | FormData | undefined;
  credential: string;
}) => Promise<RawResponse>;

/** A remote service and the file of the credential for it. Both default to environment variables. */
export interface RemoteTarget {
  readonly url?: string;
  readonly credentialFile?: string;
}

/**
 * Connects to the named service; else to the running one of this DATA_DIR; else opens a service for this command only,
 * without listening, on a database that a start has created. In that case nothing is created, seeded or migrated.
 */
export async function connectToService({
  env,
  folder,
  url: requested = env['SEALFLOW_URL'],
  credentialFile = env['SEALFLOW_CREDENTIAL_FILE'],
}: RemoteTarget & {
  env: Readonly<Record<string, string | undefined>>;
  folder: string;
}): Promise<OperatorService> {
  if (requested) {
    if (!credentialFile) throw new UsageError('--url requires --credential-file');
    const url = parseServiceUrl(requested);
    const credential = await readFile(path.resolve(folder, credentialFile), 'utf8');
    return createOperatorService(credential, { url, send: sendOverHttp(url), close: async () => {} });
  }
  const config = readConfig(env);
  const credentialOf = () =>
    readFile(
      credentialFile ? path.resolve(folder, credentialFile) : operatorFilePath(config.dataDir),
      'utf8',
    );
  const running = await findRunningService(config);
  if (running) {
    const { url, local } = running;
    return createOperatorService(await credentialOf(), {
      url,
      send: sendOverHttp(local),
      close: async () => {},
    });
  }
  const credential = credentialFile ? await credentialOf() : await credentialOf().catch(() => undefined);
  const quietConfig = { ...config, logLevel: env['LOG_LEVEL'] ? config.logLevel : 'error' };
  const opened = await openService({
    config: quietConfig,
    purpose: 'administration',
    onDatabaseLost: () => {
      throw new CommandError('the database stopped unexpectedly');
    },
  });
  const send: Send = async ({ method, path, body, credential }) => {
    const response = await opened.service.app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers: headersOf(credential, body),
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, body: response.stream() };
  };
  const close = () => opened.stop();
  if (credential !== undefined)
    return createOperatorService(credential, { url: opened.service.publicUrl(), send, close });
  await close();
  throw new CommandError(
    `no operator credential in ${config.dataDir}: set the DATA_DIR of a node, or use --credential-file`,
  );
}

/** Accepts https or the loopback: the credential grants everything and must not be sent unencrypted. */
function parseServiceUrl(requested: string): string {
  const url = URL.canParse(requested) ? new URL(requested) : undefined;
  const isLoopback = isLoopbackHost(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback))
    return url.href.replace(/\/+$/, '');
  throw new UsageError('--url must be an https URL, or a URL of this machine');
}

/** If the service does not answer in this time, it counts as stopped and the command opens the database itself. */
const healthCheckTimeoutMs = 3000;

/** Uses the loopback URL: the public one may pass a network where the credential could be read. */
async function findRunningService({ dataDir }: Config): Promise<RunningService | undefined> {
  const running = await readServiceFile(dataDir);
  if (!running) return undefined;
  const signal = AbortSignal.timeout(healthCheckTimeoutMs);
  const response = await fetch(`${running.local}/healthz`, { signal }).catch(() => undefined);
  return response?.ok ? running : undefined;
}

function sendOverHttp(url: string): Send {
  return async ({ method, path, body, credential }) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'error',
      headers: headersOf(credential, body),
      ...(body === undefined ? {} : { body }),
    }).catch((error: unknown) => {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CommandError(`${url} cannot be reached: ${cause}`);
    });
    return { status: response.status, body: response.body ?? Readable.from([]) };
  };
}

function headersOf(credential: string, body: string | FormData | undefined): Record<string, string> {
  const authorization = { authorization: `Bearer ${credential}` };
  // `fetch` sets the content type of a form, with its boundary.
  return typeof body === 'string' ? { ...authorization, 'content-type': 'application/json' } : authorization;
}

function createOperatorService(
  credentialText: string,
  { url, send, close }: { url: string; send: Send; close: () => Promise<void> },
): OperatorService {
  const credential = credentialText.trim();
  const ask = async <N extends CallId>(name: N, input: CallInput<N>): Promise<AsyncIterable<Uint8Array>> => {
    const [method = '', path = ''] = name.split(' ');
    const given = input.body === undefined ? input.form : JSON.stringify(input.body);
    const { status, body } = await send({ method, path: fillPath(path, input), body: given, credential });
    if (status >= 400) throw toCommandError(status, await text(body));
    return body;
  };
  return {
    url,
    close,
    call: async (name, input) => {
      const body = await text(await ask(name, input));
      return (body === '' ? undefined : JSON.parse(body)) as never;
    },
    stream: ask,
  };
}

function fillPath(
  path: string,
  { params = {}, query = {} }: { params?: object | undefined; query?: object | undefined },
): string {
  const given = new Map<string, unknown>(Object.entries(params));
  const requested = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const search = requested.length === 0 ? '' : `?${new URLSearchParams(requested).toString()}`;
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name)))) + search
  );
}

/** Messages for operators, for codes whose standard message addresses users of the app. */
const operatorMessages: { readonly [Code in ErrorBody['code']]?: string } = {
  'login.signature_is_invalid':
    'the operator credential was rejected: it belongs to another service, or was withdrawn. The service creates a new one in its DATA_DIR when it starts',
  'login.tenant_access_denied': 'tenant not found',
};

function toCommandError(status: number, body: string): CommandError {
  try {
    const { code, message, params } = JSON.parse(body) as ErrorBody;
    const values = Object.entries(params).map(([name, value]) => `, ${name}: ${value}`);
    const operatorMessage = operatorMessages[code];
    return new CommandError(`${operatorMessage ?? message} (${code}${values.join('')})`);
  } catch {
    return new CommandError(`the service responded with status ${status}`);
  }
}
