import { toHex } from '@sealflow/tdf/base64';
import type { Device, DeviceKeysPort, DevicePlatform } from '../../ports/device-keys.port.ts';
import { randomBytes } from '../../random.util.ts';
import type { KeyedStore } from './keyed-store.util.ts';

const keyName = 'device';

async function createDevice(description: { name: string; platform: DevicePlatform }): Promise<Device> {
  const pair = (name: 'ECDH' | 'ECDSA', usages: KeyUsage[]) =>
    crypto.subtle.generateKey({ name, namedCurve: 'P-256' }, false, usages);
  const [agreement, signing] = await Promise.all([
    pair('ECDH', ['deriveBits', 'deriveKey']),
    pair('ECDSA', ['sign', 'verify']),
  ]);
  return { id: randomUUID(), ...description, agreement, signing };
}

// `crypto.randomUUID` is missing below Chrome 92 and Safari 15.4.
function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const isPair = (pair: Partial<CryptoKeyPair> | null | undefined) =>
  pair?.privateKey instanceof CryptoKey && pair.publicKey instanceof CryptoKey;

/** Whether its keys are readable: those of a backup restored to another phone are not. That phone is a new device. */
const hasKeyPairs = ({ agreement, signing }: Device) => isPair(agreement) && isPair(signing);

/** The device's keys as non-extractable CryptoKeys in IndexedDB. */
export function createWebDeviceKeys(
  store: KeyedStore,
  description: () => { name: string; platform: DevicePlatform },
): DeviceKeysPort {
  const current = async () => {
    const device = await store.get<Device>(keyName);
    return device !== undefined && hasKeyPairs(device) ? device : null;
  };
  return {
    current,
    ensure: async () =>
      (await current()) ?? store.add(keyName, await createDevice(description()), hasKeyPairs),
    delete: () => store.remove(keyName),
  };
}
