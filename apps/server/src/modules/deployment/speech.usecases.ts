import { z } from 'zod';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { SpeechConfig } from '../../infra/config/deployment.schemas.ts';

export interface SpeechAccess {
  url: string | null;
  token: string | null;
  /** Milliseconds since 1970. */
  expire: number | null;
}

interface SpeechParts {
  config: SpeechConfig | undefined;
  clock: Clock;
  /** Told of a speech service that gives no token; the person only hears nothing. */
  onError: (error: unknown) => void;
}

const none: SpeechAccess = { url: null, token: null, expire: null };
/** A token is renewed while the last one still is good for whoever was just given it. */
const marginMs = 5 * 60_000;
const retryMs = 30_000;

/** OAuth 2.0 client credentials (RFC 6749, section 4.4); the form also suits Baidu, whose tokens live for thirty days. */
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Gives out tokens of the speech service, one for everybody until it nears its end. */
export function speechTokens({ config, clock, onError }: SpeechParts): () => Promise<SpeechAccess> {
  if (!config) return async () => none;
  let held: { until: number; access: Promise<SpeechAccess> } | undefined;
  const renew = async (): Promise<SpeechAccess> => {
    try {
      const { access_token: token, expires_in: seconds } = await askToken(config);
      const expire = Math.floor(clock() + seconds * 1000);
      held = {
        until: expire - Math.min(marginMs, (seconds * 1000) / 2),
        access: Promise.resolve({ url: config.url, token, expire }),
      };
      return await held.access;
    } catch (error) {
      onError(error);
      return none;
    }
  };
  return () => {
    // A service that is down is not asked by every message that is spoken.
    if (!held || held.until <= clock()) held = { until: clock() + retryMs, access: renew() };
    return held.access;
  };
}

async function askToken({ tokenUrl, key, secret }: SpeechConfig): Promise<z.output<typeof tokenAnswer>> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret }),
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`the speech service gives no token: ${response.status}`);
  const read = tokenAnswer.safeParse(await response.json().catch(() => undefined));
  if (!read.success) throw new Error('the speech service answers something else than a token');
  return read.data;
}
