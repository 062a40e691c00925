import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../infra/config/config.schemas.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';

/**
 * Reads the public key that verifies signatures of bundles; undefined where no file is configured.
 * @throws ConfigError where the file contains no RSA key of at least 2048 bits: the app's plugin supports only RSA.
 */
export async function readBundleKey(file: string | undefined): Promise<KeyObject | undefined> {
  if (file === undefined) return undefined;
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  if (pem === undefined) throw new ConfigError('BUNDLE_PUBLIC_KEY_FILE must name a readable file');
  const key = parsePublicKey(pem);
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new ConfigError(
      'BUNDLE_PUBLIC_KEY_FILE must be a PEM file with an RSA public key of at least 2048 bits',
    );
  return key;
}

/** Whether a base64 signature of the stored object is valid: RSA PKCS #1 v1.5 with SHA-256. */
export async function isSignedBy(
  key: KeyObject,
  { objects, objectKey, signature }: { objects: ObjectStore; objectKey: string; signature: string },
): Promise<boolean> {
  const verify = createVerify('RSA-SHA256');
  for await (const chunk of await objects.read(objectKey)) verify.update(chunk as Buffer);
  return verify.verify(key, signature, 'base64');
}

function parsePublicKey(pem: string): KeyObject | undefined {
  // A private key would work too, but it must not be stored on the server.
  if (pem.includes('PRIVATE KEY')) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
