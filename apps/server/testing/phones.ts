import { password } from './accounts.ts';
import { eventually } from './eventually.ts';
import { TestDevice, type TestService } from './service.ts';

export interface Phone {
  readonly aid: string;
  readonly token: string;
  readonly device: TestDevice;
}

export async function signInPhone(service: TestService, aid: string): Promise<Phone> {
  const device = new TestDevice();
  const { token } = await service.signIn(aid, password, device);
  return { aid, token, device };
}

export function register(
  service: TestService,
  { aid, token, device }: Phone,
  given: { provider: string; token: string; alias?: string; tags?: string[] },
  headers: Record<string, string> = {},
) {
  const body = { alias: aid, tags: [aid, 'staff'], ...given };
  return service.ask(token, `PUT /api/v1/devices/${device.id}/push`, body, headers);
}

/** Signs in on a new phone, and registers that phone. */
export async function signInRegisteredPhone(
  service: TestService,
  aid: string,
  ...registration: [given: Parameters<typeof register>[2], headers?: Record<string, string>]
): Promise<Phone> {
  const phone = await signInPhone(service, aid);
  await register(service, phone, ...registration);
  return phone;
}

export async function countRegistrations(service: TestService, aid: string): Promise<number> {
  const rows = await service.db
    .selectFrom('push_registrations')
    .select('registration_id')
    .where('aid', '=', aid)
    .execute();
  return rows.length;
}

/** Waits until the account has no push registration. */
export async function waitUntilUnregistered(service: TestService, aid: string): Promise<number> {
  await eventually(async () => {
    if ((await countRegistrations(service, aid)) > 0) throw new Error('still registered');
  });
  return countRegistrations(service, aid);
}
