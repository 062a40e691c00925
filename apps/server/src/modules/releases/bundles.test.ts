import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAccounts } from '../../../testing/accounts.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import { useReleases } from '../../../testing/releases.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { readBundleKey } from './bundle-key.util.ts';

const at = useReleases();

describe('web bundle', () => {
  it('is published with the digest and signature that the plugin of the app verifies', async () => {
    expect((await at.latest('web/bundle')).json().code).toBe('update.no_release');
    expect((await at.publishBundle(await at.bundleOf())).statusCode).toBe(200);
    const response = (await at.latest('web/bundle')).json();
    expect(response).toEqual({
      version: '2.1.0.7',
      minAppVer: '2.1.0.0',
      uri: expect.any(String),
      sha256: createHash('sha256').update(at.zip).digest('hex'),
      signature: at.sign(at.zip),
    });
    const { rawPayload } = await at.download(response.uri);
    const verify = createVerify('RSA-SHA256').update(rawPayload);
    expect(verify.verify(at.publicKey, response.signature, 'base64')).toBe(true);
  });

  it('of the web applies to every platform, and one of a platform only to that platform', async () => {
    await at.publishBundle(await at.bundleOf());
    await at.publishBundle(await at.bundleOf({ platform: 'android', version: '2.1.0.8' }));
    await at.publishBundle(await at.bundleOf({ platform: 'ios', version: '2.1.0.6' }));
    const versions = await Promise.all(
      ['android', 'ios', 'web'].map(
        async (platform) => (await at.latest(`${platform}/bundle`)).json().version,
      ),
    );
    expect(versions).toEqual(['2.1.0.8', '2.1.0.7', '2.1.0.7']);
  });

  it('must be newer in one of four version numbers', async () => {
    await at.publishBundle(await at.bundleOf());
    for (const version of ['2.1.0.7', '2.1.0', '2.1.0.6'])
      expect((await at.publishBundle(await at.bundleOf({ version }))).json().code).toBe(
        'update.version_not_newer',
      );
    expect((await at.publishBundle(await at.bundleOf({ version: '2.1.0.10' }))).statusCode).toBe(200);
    expect((await at.latest('android/bundle')).json().version).toBe('2.1.0.10');
  });

  it('is rejected without a signature of the configured key', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const signature of [
      at.sign(at.zip, other),
      at.sign(at.apk),
      Buffer.from('x').toString('base64'),
      '',
    ]) {
      const response = await at.publishBundle(await at.bundleOf({ signature }));
      expect(['update.signature_invalid', 'app.invalid_request']).toContain(response.json().code);
    }
    expect((await at.latest('web/bundle')).statusCode).toBe(404);
  });

  it('must contain a web app', async () => {
    const { uri } = await at.store(at.apk, 'bundle.zip');
    const response = await at.publishBundle(await at.bundleOf({ uri, signature: at.sign(at.apk) }));
    expect(response.json().code).toBe('update.file_invalid');
  });

  it('is rejected if no key is configured, and the key must be a strong public key', async () => {
    const without = await openAccounts();
    const credential = await createOperatorCredential(without.db);
    const response = await without.ask(credential, 'POST /api/v1/admin/bundles', {
      platform: 'web',
      version: '1.0.0',
      minAppVer: '1.0.0',
      uri: 'x',
      signature: 'eA==',
    });
    expect(response.json().code).toBe('update.bundle_key_missing');
    await without.close();
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const pems = [
      at.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      weak.export({ type: 'spki', format: 'pem' }),
      curve.export({ type: 'spki', format: 'pem' }),
      'none',
    ];
    for (const pem of pems) {
      const file = join(makeTestFolder(), 'key.pem');
      writeFileSync(file, pem);
      await expect(readBundleKey(file)).rejects.toThrow(
        'BUNDLE_PUBLIC_KEY_FILE must be a PEM file with an RSA public key',
      );
    }
    await expect(readBundleKey('/nowhere/key.pem')).rejects.toThrow('must name a readable file');
  });
});
