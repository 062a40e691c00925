import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandError } from './usage.errors.ts';

/**
 * Signs a bundle as the app's plugin checks it: RSA PKCS #1 v1.5 with SHA-256 over the whole file, base64. The key is read
 * here and goes nowhere.
 */
export async function signBundle(bundle: string, keyFile: string): Promise<string> {
  const key = privateKeyOf(await readFile(keyFile, 'utf8'));
  if (key?.asymmetricKeyType !== 'rsa')
    throw new CommandError('--key is no RSA private key in PEM without a passphrase');
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
