import { fromBase64 } from '../../../packages/tdf/src/base64.ts';
import { joinShares } from '../../../packages/tdf/src/data-key.ts';
import {
  bytesSource,
  importLicenceKey,
  type KasAlgorithm,
  parsePolicy,
  readSealed,
  unwrapDataKey,
} from '../../../packages/tdf/src/index.ts';
import vectors from '../../../packages/tdf/tests/vectors.json' with { type: 'json' };
import { type Sealed } from './sample.ts';

const { keys, ...files } = vectors;

/** Documents that the public OpenTDF web SDK wrote for test keys. */
export const foreignSamples = (): Promise<Sealed[]> =>
  Promise.all(Object.entries(files).map(([name, { size, file }]) => foreign(`SDK ${name}`, size, file)));

async function foreign(name: string, size: number, text: string): Promise<Sealed> {
  const file = fromBase64(text);
  const sealed = await readSealed(bytesSource(file));
  if (!sealed) throw new Error(`the vector ${name} is not a protected file`);
  const { keyAccess, policy } = sealed.manifest.encryptionInformation;
  const shares = await Promise.all(
    keyAccess.map(async (entry) => ({
      kid: entry.kid ?? '',
      sid: entry.sid ?? null,
      key: await unwrapDataKey(entry, await licenceKey(entry.kid ?? '')),
    })),
  );
  return {
    name,
    file,
    dataKey: joinShares(shares.map(({ key }) => key)),
    shares,
    expected: {
      // The content that the program of the vectors generated.
      plain: Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255),
      documentId: parsePolicy(policy).uuid,
      userOID: 'u-7',
      orgID: null,
      clID: 'c1',
      kid: shares[0]?.kid ?? '',
      mimeType: sealed.manifest.payload.mimeType ?? '',
      name: null,
      attested: false,
    },
  };
}

function licenceKey(kid: string): Promise<CryptoKey> {
  const entry = Object.entries(keys).find(([name]) => name === kid);
  if (!entry) throw new Error(`no key ${kid}`);
  const [, { algorithm, pkcs8 }] = entry;
  return importLicenceKey(algorithm as KasAlgorithm, fromBase64(pkcs8));
}
