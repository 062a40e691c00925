import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Answer, Body, CallId, ErrorBody, Params, Query } from '@sealflow/contract';
import { operatorFile } from '../app/operator-file.adapter.ts';
import { serviceFile } from '../app/service-file.adapter.ts';
import { openService } from '../app/start.adapter.ts';
import { type Config, readConfig } from '../infra/config/config.schemas.ts';
import { CommandError } from './usage.errors.ts';

export type CallParts<N extends CallId> = {
  params?: Params<N>;
  query?: Query<N>;
  body?: Body<N>;
  /** Instead of a body, for a call that takes a file. */
  form?: FormData;
};

/** The service as the operator calls it. */
export interface OperatorService {
  /** The address that clients use. */
  readonly url: string;
  /** @throws CommandError with the service's own words where it refuses. */
  readonly call: <N extends CallId>(name: N, parts: CallParts<N>) => Promise<Answer<N>>;
  /** The same for a call that answers no single JSON, piece by piece. */
  readonly stream: <N extends CallId>(name: N, parts: CallParts<N>) => Promise<AsyncIterable<Uint8Array>>;
  readonly close: () => Promise<void>;
}

interface Answered {
  status: number;
  body: AsyncIterable<Uint8Array>;
}

type Send = (request: {
  method: string;
  path: string;
  body: string | FormData | undefined;
  credential: string;
}) => Promise<Answered>;

/**
 * The running service of this data folder, or, where none runs, one that is opened for this command alone and reached
 * by nobody else.
 */
export async function reachService(
  env: Readonly<Record<string, string | undefined>>,
): Promise<OperatorService> {
  const config = readConfig(env);
  const url = await runningAt(config);
  if (url !== undefined) return operate(config, { url, send: overHttp(url), close: async () => {} });
  const quiet = { ...config, logLevel: env['LOG_LEVEL'] ? config.logLevel : 'error' };
  const opened = await openService({
    config: quiet,
    onDatabaseLost: () => {
      throw new CommandError('the database ended unexpectedly');
    },
  });
  const send: Send = async ({ method, path, body, credential }) => {
    const answer = await opened.service.app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers: headersOf(credential, body),
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.stream() };
  };
  return operate(config, { url: opened.service.publicUrl(), send, close: () => opened.stop() });
}

async function runningAt({ dataDir }: Config): Promise<string | undefined> {
  const written = await readFile(serviceFile(dataDir), 'utf8').catch(() => undefined);
  if (written === undefined) return undefined;
  const { url } = JSON.parse(written) as { url: string };
  // The file of a service that was killed stays behind.
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  return answer?.ok ? url : undefined;
}

function overHttp(url: string): Send {
  return async ({ method, path, body, credential }) => {
    const response = await fetch(url + path, {
      method,
      headers: headersOf(credential, body),
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: response.body ?? Readable.from([]) };
  };
}

function headersOf(credential: string, body: string | FormData | undefined): Record<string, string> {
  const authorization = { authorization: `Bearer ${credential}` };
  // A form brings a type of its own, with what parts it.
  return typeof body === 'string' ? { ...authorization, 'content-type': 'application/json' } : authorization;
}

async function operate(
  { dataDir }: Config,
  { url, send, close }: { url: string; send: Send; close: () => Promise<void> },
): Promise<OperatorService> {
  const credential = (await readFile(operatorFile(dataDir), 'utf8')).trim();
  const ask = async <N extends CallId>(name: N, parts: CallParts<N>): Promise<AsyncIterable<Uint8Array>> => {
    const [method = '', path = ''] = name.split(' ');
    const given = parts.body === undefined ? parts.form : JSON.stringify(parts.body);
    const { status, body } = await send({ method, path: filled(path, parts), body: given, credential });
    if (status >= 400) throw refusal(status, await text(body));
    return body;
  };
  return {
    url,
    close,
    call: async (name, parts) => {
      const answer = await text(await ask(name, parts));
      return (answer === '' ? undefined : JSON.parse(answer)) as never;
    },
    stream: ask,
  };
}

function filled(
  path: string,
  { params = {}, query = {} }: { params?: object | undefined; query?: object | undefined },
): string {
  const given = new Map<string, unknown>(Object.entries(params));
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`;
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name)))) + search
  );
}

function refusal(status: number, answer: string): CommandError {
  try {
    const { code, message } = JSON.parse(answer) as ErrorBody;
    return new CommandError(`${message} (${code})`);
  } catch {
    return new CommandError(`the service answers ${status}`);
  }
}
