import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../infra/config/config.schemas.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/**
 * The key that bundles are signed for; undefined where none is named.
 * @throws ConfigError where the file holds no such key: the app's plugin takes RSA alone.
 */
export async function readBundleKey(file: string | undefined): Promise<KeyObject | undefined> {
  if (file === undefined) return undefined;
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  if (pem === undefined) throw new ConfigError('BUNDLE_PUBLIC_KEY_FILE: this file cannot be read');
  const key = publicKeyOf(pem);
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new ConfigError('BUNDLE_PUBLIC_KEY_FILE: this is no RSA public key of 2048 bits or more in PEM');
  return key;
}

/** Whether the signature is that of the stored bytes: RSA PKCS #1 v1.5 with SHA-256, base64. */
export async function isSignedBy(
  key: KeyObject,
  { objects, objectKey, signature }: { objects: ObjectStore; objectKey: string; signature: string },
): Promise<boolean> {
  const verify = createVerify('RSA-SHA256');
  for await (const chunk of await objects.read(objectKey)) verify.update(chunk as Buffer);
  return verify.verify(key, signature, 'base64');
}

function publicKeyOf(pem: string): KeyObject | undefined {
  // A private key would do, and would then lie on the server: that is what must not be.
  if (pem.includes('PRIVATE KEY')) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
