import type { ClockPort } from '../ports/clock.port.ts';
import type { NetworkPort } from '../ports/network.port.ts';
import { type Api, ApiError } from './index.ts';

/** The file service for one account in one tenant. */
export type FileService = {
  readonly api: Api;
  readonly platform: { readonly clock: ClockPort; readonly network: NetworkPort };
  readonly accountID: string;
  readonly tid: string;
};

type FileToken = { readonly token: string; readonly expire: number };

/** A token that might expire during a request is renewed before it. */
const expiryMarginMs = 60_000;

const tokensByApi = new WeakMap<Api, Map<string, Promise<FileToken>>>();

const nameOf = ({ accountID, tid }: FileService) => JSON.stringify([accountID, tid]);

function tokensOf(api: Api): Map<string, Promise<FileToken>> {
  const cached = tokensByApi.get(api) ?? new Map<string, Promise<FileToken>>();
  tokensByApi.set(api, cached);
  return cached;
}

/**
 * The file service's token, cached until it is about to expire. Called after the sign-in, so that the first file need
 * not wait for it (specification section 4).
 */
export async function fetchFileToken(service: FileService): Promise<string> {
  const { api, platform, tid } = service;
  const tokens = tokensOf(api);
  const name = nameOf(service);
  const cached = await tokens.get(name)?.catch(() => null);
  if (cached && cached.expire - expiryMarginMs > platform.clock.serverNow()) return cached.token;
  const requested = api.call('POST /api/v1/tenants/{tid}/file-token', { params: { tid } });
  tokens.set(name, requested);
  requested.catch(() => tokens.delete(name));
  return (await requested).token;
}

/** Runs `work` with the token, and once more with a new one if the service rejects it. */
export async function withFileToken<T>(
  service: FileService,
  work: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(await fetchFileToken(service));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    tokensOf(service.api).delete(nameOf(service));
    return work(await fetchFileToken(service));
  }
}
