import { fromBase64 } from '../../../packages/tdf/src/base64.ts';
import vectors from '../../../packages/tdf/tests/vectors.json' with { type: 'json' };
import { randomOf } from '../random.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/**
 * Runs the sealer with a seeded random generator, so that its documents are identical in every process. No other
 * work may run meanwhile, because the platform’s generator is replaced.
 */
export async function withSeededRandom<T>(seed: number, work: () => Promise<T>): Promise<T> {
  const random = randomOf(seed, 0);
  const pair = await fixedPair();
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const generateKey = crypto.subtle.generateKey.bind(crypto.subtle);
  try {
    Object.assign(crypto, {
      getRandomValues: (bytes: Uint8Array) => {
        bytes.set(random.bytes(bytes.length));
        return bytes;
      },
    });
    Object.assign(crypto.subtle, { generateKey: async () => pair });
    return await work();
  } finally {
    Object.assign(crypto, { getRandomValues });
    Object.assign(crypto.subtle, { generateKey });
  }
}

/** The public test key of the foreign vectors. */
async function fixedPair(): Promise<CryptoKeyPair> {
  const pkcs8 = fromBase64(vectors.keys['lk1.ec.1'].pkcs8);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, CURVE, true, ['deriveKey']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const publicKey = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, CURVE, true, []);
  return { privateKey, publicKey };
}
