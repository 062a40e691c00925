import type { Api } from '../api/index.ts';
import type { SpeechService } from './service-voice.adapter.ts';

/** Time after which a deployment without a speech service is asked again. */
const noServiceRetryMs = 600_000;
/** A token is not used in its last minute. */
const expiryMarginMs = 60_000;

/** Fetches the speech service's address and token, once for many texts; null if the deployment has no such service. */
export function createSpeechAccess(
  api: Api,
  now: () => number = Date.now,
): () => Promise<SpeechService | null> {
  let cached: { readonly service: SpeechService | null; readonly until: number } | null = null;
  return async () => {
    if (cached !== null && cached.until > now()) return cached.service;
    const { url, token, expire } = await api.call('GET /api/v1/speech/token');
    const service = url === null || token === null ? null : { url, token };
    cached = {
      service,
      until: service === null || expire === null ? now() + noServiceRetryMs : expire - expiryMarginMs,
    };
    return service;
  };
}
