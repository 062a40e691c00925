import type { RefusalReason } from '@sealflow/tdf/kas';
import { authenticateMember } from '../accounts/authentication/authentication.usecases.ts';
import { findDevice } from '../accounts/devices/devices.usecases.ts';
import type { CallingDevice, IdentifyCaller } from './caller.port.ts';

type AccountsContext = Parameters<typeof authenticateMember>[0];

// All other codes mean an invalid token.
const reasonByErrorCode: Readonly<Record<string, RefusalReason>> = {
  'login.device_withdrawn': 'device_withdrawn',
  'login.tenant_access_denied': 'tenant_access_denied',
  'login.no_rights_or_no_roles': 'tenant_access_denied',
  'login.account_not_found': 'account_inactive',
};

/** Identifies the bearer of a token, with the keys that their device registered. */
export function createIdentifyCaller(accounts: AccountsContext): IdentifyCaller {
  return async ({ tid, token }) => {
    const examined = await authenticateMember(accounts, token, tid);
    if (!examined.isAdmitted) {
      const { code, aid, deviceID } = examined;
      return { refused: reasonByErrorCode[code] ?? 'signed_out', aid, deviceID };
    }
    const { session, member } = examined;
    const { aid } = session;
    if (!session.device) return { aid, fid: member.fid, device: null };
    const deviceID = session.device.id;
    const device = await findDevice(accounts.db, { aid, deviceID });
    if (!device || device.isWithdrawn) return { refused: 'device_withdrawn', aid, deviceID };
    return { aid, fid: member.fid, device: toCallingDevice(device) };
  };
}

function toCallingDevice(device: NonNullable<Awaited<ReturnType<typeof findDevice>>>): CallingDevice {
  return {
    id: device.deviceID,
    isBrowser: device.platform === 'web',
    signingKey: device.signingKey,
    agreementKey: device.agreementKey,
  };
}
