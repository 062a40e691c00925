import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandError } from './usage.errors.ts';

/**
 * Signs a bundle the way the app's update plugin verifies it: RSA PKCS #1 v1.5 with SHA-256 over the whole file,
 * base64. The private key never leaves this process.
 */
export async function signBundle(bundle: string, keyFile: string): Promise<string> {
  const key = privateKeyOf(await readFile(keyFile, 'utf8'));
  if (key?.asymmetricKeyType !== 'rsa')
    throw new CommandError('--key must be an unencrypted RSA private key in PEM');
  const sign = createSign('RSA-SHA256');
  for await (const chunk of createReadStream(bundle)) sign.update(chunk as Buffer);
  return sign.sign(key, 'base64');
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
