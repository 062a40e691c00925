import type { Api } from '../api/index.ts';
import type { SpeechService } from './service-voice.adapter.ts';

/** Time after which a deployment without a speech service is asked again. */
const noneTime = 600_000;
/** A token is not used in its last minute. */
const margin = 60_000;

/** Fetches the speech service's address and token, once for many texts; null if the deployment has no such service. */
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
