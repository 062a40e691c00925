import { TdfError } from '@sealflow/tdf/kas';
import { importSigningKey, parseRequestToken, verifyRequestToken } from '@sealflow/tdf/keys';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { CallingDevice } from './caller.port.ts';
import { AccessRefusal } from './keys.errors.ts';
import { insertRequestToken } from './request-token.repository.ts';
import { type RewrapRequestBody, unsignedRewrapRequest } from './rewrap-request.schemas.ts';

/** How long a used token id is stored after the token's expiry, so that clock skew does not allow a replay. */
const usedTokenRetentionMs = 60_000;

export interface SignedRequestToken {
  token: string;
  /** Null for a third-party client. */
  device: CallingDevice | null;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * The request inside a signed request token. A device's token must be signed by its registered key, be fresh and be
 * used once. A third-party client's signature proves nothing, because its key is not registered: only the bearer
 * token counts.
 *
 * @throws AccessRefusal `request_invalid`, `request_expired`, `request_replayed`.
 */
export async function readSignedRequest(
  handle: DatabaseHandle,
  signed: SignedRequestToken,
): Promise<RewrapRequestBody> {
  try {
    return requireBody(
      signed.device ? await readDeviceRequest(signed.device, handle, signed) : readUnverifiedRequest(signed),
    );
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    throw new AccessRefusal(
      error.code === 'kas.refused.request_expired' ? 'request_expired' : 'request_invalid',
    );
  }
}

async function readDeviceRequest(
  device: CallingDevice,
  handle: DatabaseHandle,
  { token, now }: SignedRequestToken,
): Promise<unknown> {
  const signingKey = await importSigningKey(device.signingKey);
  const { jti, claims, request } = await verifyRequestToken({ token, signingKey, now });
  if (jti.length > 200) throw new AccessRefusal('request_invalid');
  const expireAt = new Date(claims.exp * 1000 + usedTokenRetentionMs);
  const isFirstUse = await insertRequestToken(handle, { deviceID: device.id, jti, expireAt });
  if (!isFirstUse) throw new AccessRefusal('request_replayed');
  return request;
}

function readUnverifiedRequest({ token, now }: SignedRequestToken): unknown {
  const { claims, request } = parseRequestToken(token);
  if (!(claims.exp * 1000 > now)) throw new AccessRefusal('request_expired');
  return request;
}

function requireBody(request: unknown): RewrapRequestBody {
  const body = unsignedRewrapRequest.safeParse(request);
  if (!body.success) throw new AccessRefusal('request_invalid');
  return body.data;
}
