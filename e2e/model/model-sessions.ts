import type { ReceivedResponse, SentRequest } from './connection.ts';
import { assertInvariant } from './invariants.ts';

export type ModelSession = {
  readonly aid: string;
  readonly deviceID: string;
  isEnded: boolean;
  newestToken: string;
};

/** The device of a request for a token. @throws Error without one: all devices of the model register. */
function deviceIDOf({ body }: SentRequest): string {
  const { device } = JSON.parse(String(body)) as { readonly device?: { readonly id: string } };
  if (device === undefined) throw new Error('the request for a token names no device');
  return device.id;
}

/** The sessions that the service must accept. */
export class ModelSessions {
  readonly #sessions = new Map<string, ModelSession>();

  get(token: string): ModelSession | undefined {
    return this.#sessions.get(token);
  }

  track(request: SentRequest, response: ReceivedResponse, token: string): void {
    const isDone = response.status < 300;
    if (!isDone) return;
    if (request.path.endsWith('/token')) {
      const { aid, token: newToken } = JSON.parse(response.body) as { aid: string; token: string };
      const deviceID = deviceIDOf(request);
      // A sign-in replaces the session of the account on the same device.
      for (const other of new Set(this.#sessions.values()))
        if (other.aid === aid && other.deviceID === deviceID) other.isEnded = true;
      this.#sessions.set(newToken, { aid, deviceID, isEnded: false, newestToken: newToken });
      return;
    }
    const session = this.#sessions.get(token);
    if (session === undefined) return;
    if (request.path.endsWith('/refresh-token')) {
      session.newestToken = (JSON.parse(response.body) as { token: string }).token;
      this.#sessions.set(session.newestToken, session);
    } else if (request.path.endsWith('/logout')) session.isEnded = true;
    else if (request.path.endsWith('/update-password'))
      for (const other of new Set(this.#sessions.values()))
        if (other !== session && other.aid === session.aid) other.isEnded = true;
  }

  /** Asserts that exactly the permitted requests are accepted. */
  assertAccess(
    request: SentRequest,
    {
      response,
      token,
      session,
      isFormerMember,
    }: {
      response: ReceivedResponse;
      token: string;
      session: ModelSession;
      /** Whether the request needs a membership that has ended. */
      isFormerMember: boolean;
    },
  ): boolean {
    const description = `${request.method} ${request.path} of ${session.aid}: ${response.status} ${response.body.slice(0, 200)}`;
    if (response.status === 401) {
      assertInvariant(
        session.isEnded || session.newestToken !== token,
        `a valid session is rejected: ${description}`,
      );
      // A token with a successor ends the session of both.
      session.isEnded = true;
      return false;
    }
    assertInvariant(!session.isEnded, `an ended session is accepted: ${description}`);
    const isDenied = response.status === 403 && refusalOf(response)?.startsWith('login.') === true;
    assertInvariant(isDenied === isFormerMember, `the access does not match the membership: ${description}`);
    return !isFormerMember;
  }
}

/** @returns the error code of a refusal, or null. */
export const refusalOf = ({ status, body }: ReceivedResponse): string | null =>
  status < 300 ? null : (JSON.parse(body) as { code: string }).code;
