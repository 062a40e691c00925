import type { SignInAnswer } from '@sealflow/contract';
import type { MemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { createSessionStorage } from '../../src/platform/session/session.repository.ts';
import { signedIn, twoTenants } from '../session/answers.ts';

/** The expiry of a test’s session, in ms since 1970. */
export const later = Date.now() + 86_400_000;

/** Stores the session of an earlier sign-in on the device. */
export async function storeSession(
  platform: MemoryPlatform,
  tenants: SignInAnswer['tenants'] = [twoTenants[0]],
): Promise<void> {
  const storage = createSessionStorage(platform);
  const { aid, mobileNo, email } = signedIn(tenants, later);
  await storage.writeSession({ account: { aid, mobileNo, email }, tenants, bound: false, user: null });
  await storage.writeToken({ token: 'token-1', expire: later });
}
