import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedService, startService } from '../src/app/start.compose.ts';
import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { archiveOf } from '../testing/archive.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { openTestS3, type TestS3 } from '../testing/s3.ts';

const folder = makeTestFolder();
const env: Record<string, string> = {
  DATA_DIR: join(folder, 'data'),
  MASTER_KEY_FILE: join(folder, 'master.key'),
  BUNDLE_PUBLIC_KEY_FILE: join(folder, 'public.pem'),
  PORT: '0',
  LOG_LEVEL: 'error',
  SEED_DEMO: 'false',
};
let s3: TestS3;
let service: StartedService;

beforeAll(async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, 'app.apk'), await archiveOf({ 'AndroidManifest.xml': 'x' }));
  const built = JSON.stringify({ environment: 'production', version: '2.1.0.0' });
  writeFileSync(join(folder, 'web.zip'), await archiveOf({ 'index.html': 'x', 'build.json': built }));
  writeFileSync(join(folder, 'unnamed.zip'), await archiveOf({ 'index.html': 'x' }));
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), 'new');
  writeFileSync(join(folder, 'web', 'build.json'), built.replace('2.1.0.0', '2.1.0.5'));
  writeFileSync(join(folder, 'web', 'assets', 'a.js'), 'code');
  s3 = await openTestS3();
  const { url, bucket, region, accessKeyID, secretAccessKey } = s3.options;
  writeFileSync(join(folder, 'secret'), `${secretAccessKey}\n`);
  Object.assign(env, {
    S3_URL: url,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyID,
    S3_SECRET_ACCESS_KEY_FILE: join(folder, 'secret'),
  });
  service = await startService({ config: readConfig(env), onDatabaseLost: () => {} });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sealflow(words: string) {
  const result = { code: 0, out: '', err: '' };
  const out = (text: string) => void (result.out += text);
  const err = (text: string) => void (result.err += text);
  result.code = await runCommandLine(words.split(' '), { env, folder, out, err });
  return result;
}

async function textsOf(zip: Buffer): Promise<Record<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(zip)), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  for await (const entry of reader.getEntriesGenerator()) {
    if (!entry.directory) texts[entry.filename] = await entry.getData(new TextWriter());
  }
  await reader.close();
  return texts;
}

async function json(words: string) {
  const result = await sealflow(`${words} --json`);
  expect([result.err, result.code]).toEqual(['', 0]);
  return JSON.parse(result.out);
}

describe('releases', () => {
  test('are published with their bundle, listed and withdrawn', async () => {
    const { release, bundle } = await json(
      'release publish --platform android --version 2.1.0 --file app.apk --bundle web.zip --key private.pem --notes new',
    );
    expect(release).toMatchObject({ appVer: '2.1.0', notes: 'new', attachments: [{ name: 'app.apk' }] });
    expect(bundle).toMatchObject({ version: '2.1.0', minAppVer: '2.1.0' });
    s3.requests.length = 0;
    const downloaded = await fetch(release.attachments[0].uri);
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(readFileSync(join(folder, 'app.apk')));
    expect(s3.requests).toEqual([expect.stringMatching(/^GET \/sealflow\/[0-9a-f-]{36}$/)]);
    expect(
      (await json('release publish --platform ios --version 2.1.0 --store-url https://apps.example/1'))
        .bundle,
    ).toBeNull();

    expect(await json('release list')).toMatchObject({ total: 3 });
    expect(await json(`release withdraw ${release.id}`)).toMatchObject({ kind: 'app', version: '2.1.0' });
    const { out } = await sealflow('release list --platform android');
    expect(out).toMatch(/app {2}android {2}2\.1\.0 {2}withdrawn/);
    expect(out).toMatch(/bundle {2}android {2}2\.1\.0$/m);
  });

  test('include a reproducible, signed bundle of the built folder', async () => {
    const words = 'release publish --platform ios --version 2.1.0.5 --bundle web --key private.pem';
    const { bundle } = await json(words);
    const response = await fetch(bundle.uri);
    const zip = Buffer.from(await response.arrayBuffer());
    const verify = createVerify('RSA-SHA256').update(zip);
    expect(verify.verify(readFileSync(join(folder, 'public.pem')), bundle.signature, 'base64')).toBe(true);
    expect(await textsOf(zip)).toEqual({
      'assets/a.js': 'code',
      'build.json': readFileSync(join(folder, 'web', 'build.json'), 'utf8'),
      'index.html': 'new',
    });
    await json(`release withdraw ${bundle.id}`);
    utimesSync(join(folder, 'web', 'index.html'), 1_000_000, 1_000_000);
    const again = (await json(words)).bundle;
    expect(again.sha256).toBe(bundle.sha256);
    await json(`release withdraw ${again.id}`);
    expect((await sealflow(words)).out).toContain('ios 2.1.0.5, for production, pushes: none\n');
  });

  test.each([
    ['--version 1.0.0 --file app.apk', '--platform is missing'],
    ['--platform windows --version 1.0.0 --file app.apk', '--platform must be android'],
    ['--platform android --version 1.0.0', '--bundle is missing'],
    ['--platform android --version 1.0.0 --file app.apk --store-url https://x.example', 'exclude each other'],
    ['--platform ios --version 1.0.0 --file app.apk', 'requires --store-url'],
    ['--platform web --version 1.0.0 --store-url https://x.example', 'supports bundles only'],
    ['--platform web --version 1.0.0 --bundle web.zip', '--key is missing'],
  ])('are rejected with wrong options: %s', async (words, message) => {
    expect(await sealflow(`release publish ${words}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });

  test.each([
    ['--platform android --version 1.0 --file app.apk', 'invalid request'],
    ['--platform android --version 9.0.0 --file web.zip', 'web.zip has no AndroidManifest.xml'],
    ['--platform android --version 9.0.0 --file private.pem', 'private.pem is not a zip archive'],
    ['--platform android --version 9.0.0 --file nothing.apk', 'nothing.apk'],
    ['--platform web --version 2.1.0 --bundle web.zip --key public.pem', 'unencrypted RSA private key'],
    [
      '--platform web --version 9.0.0 --bundle web.zip --key private.pem',
      'build.json of the bundle has 2.1.0.0',
    ],
    [
      '--platform web --version 9.0.0 --bundle unnamed.zip --key private.pem',
      'unnamed.zip has no build.json',
    ],
    ['--platform web --version 9.0.0 --bundle app.apk --key private.pem', 'app.apk has no index.html'],
  ])('report the cause of a failure: %s', async (words, message) => {
    expect(await sealflow(`release publish ${words}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining(message),
    });
  });
});

test('app settings are listed, set and reset to their default', async () => {
  const name = 'app-cs-create-pump-order-limit-time';
  expect(await json(`config set ${name} 30`)).toEqual({ name, value: '30' });
  expect((await sealflow(`config get ${name}`)).out).toBe('30\n');
  expect((await sealflow('config list')).out).toContain(`${name} = 30\n`);
  expect(await json(`config set ${name} --default`)).toEqual({ name, value: '0' });
  expect((await sealflow(`config set ${name}`)).code).toBe(2);
  expect(await sealflow('config get app-key')).toMatchObject({
    code: 1,
    err: 'config param not found (config.not_found)\n',
  });
});

test('a service does not start with an unusable bucket and names the wrong setting', async () => {
  const config = readConfig({ ...env, DATA_DIR: join(folder, 'other'), S3_BUCKET: 'elsewhere' });
  await expect(startService({ config, onDatabaseLost: () => {} })).rejects.toThrow(
    'S3_BUCKET: bucket elsewhere does not exist',
  );
  const unreadable = readConfig({
    ...env,
    DATA_DIR: join(folder, 'other'),
    S3_SECRET_ACCESS_KEY_FILE: '/nowhere',
  });
  await expect(startService({ config: unreadable, onDatabaseLost: () => {} })).rejects.toThrow(
    'S3_SECRET_ACCESS_KEY_FILE: the file cannot be read',
  );
});

test('a service whose bucket is unreachable is not ready, and is ready again when the bucket is back', async () => {
  s3.fail = () => 503;
  const [down, body] = await fetch(`${service.url}/readyz`).then(async (response) => [
    response.status,
    await response.json(),
  ]);
  s3.fail = undefined;
  expect([down, body]).toEqual([503, { status: 'unavailable', failed: ['objects'] }]);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});

test('without a running service, a command publishes with one of its own', async () => {
  await service.stop();
  const { release } = await json('release publish --platform android --version 3.0.0 --file app.apk');
  expect(release.appVer).toBe('3.0.0');
});
