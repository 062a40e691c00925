import {
  cachedSource,
  httpSource,
  importForOpening,
  importLicenceKey,
  type PayloadKeys,
  readSealed,
  type SealedFile as Sealed,
  unwrapDataKey,
} from '@sealflow/tdf';

/** A sealed file on the benchmark server, with the key that wraps its data key. */
export type SealedFile = {
  readonly url: string;
  readonly pkcs8: readonly number[];
  readonly kid: string;
  readonly documentId: string;
};

/** Reads it like a file of the service. */
const cache = { blockSize: 256 * 1024, blocks: 32 };

export async function readRemote(url: string): Promise<Sealed> {
  const sealed = await readSealed(cachedSource(await httpSource({ url }), cache));
  if (!sealed) throw new Error('the sample is not sealed');
  return sealed;
}

/** The keys that a licence would return. */
export async function keysOf(sealed: Sealed, { pkcs8, kid, documentId }: SealedFile): Promise<PayloadKeys> {
  const [entry] = sealed.manifest.encryptionInformation.keyAccess;
  if (!entry) throw new Error('the sample has no key');
  const dataKey = await unwrapDataKey(entry, await importLicenceKey('ec:secp256r1', Uint8Array.from(pkcs8)));
  const keys = await importForOpening(dataKey);
  return { documentId, ...keys, shares: [{ kid, sid: null, ...keys }] };
}
