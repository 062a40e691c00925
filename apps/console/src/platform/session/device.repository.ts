import { get, type UseStore, update } from 'idb-keyval';

/** This browser as a device of the account: its keys never leave it, because they are not extractable. */
export type Device = {
  readonly id: string;
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKeyPair;
};

const deviceKey = 'device';

async function createDevice(): Promise<Device> {
  const createPair = (name: 'ECDH' | 'ECDSA', usages: KeyUsage[]) =>
    crypto.subtle.generateKey({ name, namedCurve: 'P-256' }, false, usages);
  const [agreement, signing] = await Promise.all([
    createPair('ECDH', ['deriveBits']),
    createPair('ECDSA', ['sign', 'verify']),
  ]);
  return { id: crypto.randomUUID(), agreement, signing };
}

export const findDevice = (store: UseStore): Promise<Device | undefined> => get<Device>(deviceKey, store);

/** The stored device, or a new one. Two tabs that start at the same time get the same device. */
export async function ensureDevice(store: UseStore): Promise<Device> {
  const candidate = (await findDevice(store)) ?? (await createDevice());
  await update<Device>(deviceKey, (stored) => stored ?? candidate, store);
  return (await findDevice(store)) ?? candidate;
}
