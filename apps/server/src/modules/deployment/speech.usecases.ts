import { z } from 'zod';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { SpeechConfig } from '../../infra/config/deployment.schemas.ts';

export interface SpeechAccess {
  url: string | null;
  token: string | null;
  /** Milliseconds since 1970. */
  expire: number | null;
}

interface SpeechOptions {
  config: SpeechConfig | undefined;
  clock: Clock;
  /** Called where the speech service returns no token. The client receives an empty access instead of an error. */
  onError: (error: unknown) => void;
}

const noAccess: SpeechAccess = { url: null, token: null, expire: null };
/** A token is renewed this long before it expires, so that clients can still use the former one. */
const renewBeforeExpiryMs = 5 * 60_000;
const retryDelayMs = 30_000;

/**
 * Response of the OAuth 2.0 client credentials grant (RFC 6749, section 4.4). Baidu has the same format, with tokens of
 * thirty days.
 */
const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Creates the provider of tokens of the speech service. All clients share one token until shortly before it expires.
 */
export function createSpeechTokenProvider({
  config,
  clock,
  onError,
}: SpeechOptions): () => Promise<SpeechAccess> {
  if (!config) return async () => noAccess;
  let cached: { until: number; access: Promise<SpeechAccess> } | undefined;
  const renew = async (): Promise<SpeechAccess> => {
    try {
      const { access_token: token, expires_in: seconds } = await requestToken(config);
      const expire = Math.floor(clock() + seconds * 1000);
      cached = {
        until: expire - Math.min(renewBeforeExpiryMs, (seconds * 1000) / 2),
        access: Promise.resolve({ url: config.url, token, expire }),
      };
      return await cached.access;
    } catch (error) {
      onError(error);
      return noAccess;
    }
  };
  return () => {
    // The attempt is cached too, so that a service that is down does not receive a request for every spoken message.
    if (!cached || cached.until <= clock()) cached = { until: clock() + retryDelayMs, access: renew() };
    return cached.access;
  };
}

async function requestToken({
  tokenUrl,
  key,
  secret,
}: SpeechConfig): Promise<z.output<typeof tokenResponse>> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret }),
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`speech service rejected the token request: HTTP ${response.status}`);
  const read = tokenResponse.safeParse(await response.json().catch(() => undefined));
  if (!read.success) throw new Error('speech service returned an invalid token response');
  return read.data;
}
