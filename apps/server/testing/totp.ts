import { Secret, TOTP } from 'otpauth';
import type { TestService } from './service.ts';

/** The code that an authenticator app shows. `secret` is in base32. */
export function totpAt(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}

/** The length of a time step in milliseconds. */
export const stepMs = 30_000;

/** Enrols an authenticator app. The clock then moves by a step, because the confirming code is used. */
export async function enrolTotp(
  service: TestService,
  token: string,
  password: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const enrolled = await service.ask(token, 'POST /api/v1/account/totp/actions/enrol', { password });
  if (enrolled.statusCode !== 200) throw new Error(`enrolment was refused: ${enrolled.body}`);
  const { secret } = enrolled.json().data;
  const totp = totpAt(secret, service.time.now);
  const confirmed = await service.ask(token, 'POST /api/v1/account/totp/actions/confirm', { totp });
  if (confirmed.statusCode !== 200) throw new Error(`confirmation was refused: ${confirmed.body}`);
  service.time.now += stepMs;
  return { secret, recoveryCodes: confirmed.json().data.recoveryCodes };
}

/** Signs in with the password and a code of the authenticator app. The clock then moves by a step. */
export async function signInByTotp(
  service: TestService,
  { username, password, secret }: { username: string; password: string; secret: string },
): Promise<string> {
  const first = await service.ask(null, 'POST /api/v1/auth/token', { username, password });
  const { challenge } = first.json().params;
  const totp = totpAt(secret, service.time.now);
  const answer = await service.ask(null, 'POST /api/v1/auth/token', { challenge, totp });
  if (answer.statusCode !== 200) throw new Error(`sign-in was refused: ${answer.body}`);
  service.time.now += stepMs;
  return answer.json().token;
}
