import { type Api, ApiError } from '../api/index.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { NetworkPort } from '../ports/network.port.ts';

/** The file service for one account in one tenant. */
export type FileService = {
  readonly api: Api;
  readonly platform: { readonly clock: ClockPort; readonly network: NetworkPort };
  readonly accountID: string;
  readonly tid: string;
};

type Kept = { readonly token: string; readonly expire: number };

/** A token that might expire during a request is renewed before it. */
const margin = 60_000;

const kept = new WeakMap<Api, Map<string, Promise<Kept>>>();

const nameOf = ({ accountID, tid }: FileService) => JSON.stringify([accountID, tid]);

function tokensOf(api: Api): Map<string, Promise<Kept>> {
  const known = kept.get(api) ?? new Map<string, Promise<Kept>>();
  kept.set(api, known);
  return known;
}

/**
 * The file service's token, cached until it is about to expire. Called after the sign-in, so that the first file need
 * not wait for it (specification section 4).
 */
export async function fetchFileToken(service: FileService): Promise<string> {
  const { api, platform, tid } = service;
  const tokens = tokensOf(api);
  const name = nameOf(service);
  const known = await tokens.get(name)?.catch(() => null);
  if (known && known.expire - margin > platform.clock.serverNow()) return known.token;
  const asked = api.call('POST /api/v1/tenants/{tid}/file-token', { params: { tid } });
  tokens.set(name, asked);
  asked.catch(() => tokens.delete(name));
  return (await asked).token;
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
