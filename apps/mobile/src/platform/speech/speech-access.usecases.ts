import type { Api } from '../api/index.ts';
import type { SpeechService } from './service-voice.adapter.ts';

/** A service that is not there is asked for again after this long. */
const noneTime = 600_000;
/** A token is not used in its last minute. */
const margin = 60_000;

/** Asks where texts are spoken, and with what token, once for many texts; null where this deployment has no service. */
export function createSpeechAccess(
  api: Api,
  now: () => number = Date.now,
): () => Promise<SpeechService | null> {
  let known: { readonly service: SpeechService | null; readonly until: number } | null = null;
  return async () => {
    if (known !== null && known.until > now()) return known.service;
    const { url, token, expire } = await api.call('GET /api/v1/speech/token');
    const service = url === null || token === null ? null : { url, token };
    known = { service, until: service === null || expire === null ? now() + noneTime : expire - margin };
    return service;
  };
}
