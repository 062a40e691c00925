import { expect, it } from 'vitest';
import { readConfig } from './config.schemas.ts';

const s3 = {
  S3_URL: 'https://s3.example/',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
};
const speech = {
  SPEECH_URL: 'https://speech.example/text2audio',
  SPEECH_TOKEN_URL: 'https://speech.example/token',
  SPEECH_KEY: 'k',
  SPEECH_SECRET: 's',
};

it('defaults to the folder store, no scanner, ten gibibytes per person and no programs', () => {
  expect(readConfig({})).toMatchObject({
    objectStore: undefined,
    scan: undefined,
    speech: undefined,
    bundlePublicKeyFile: undefined,
    uploads: { maxPersonBytes: 10 * 1024 ** 3, maxTenantBytes: 0 },
  });
  expect(readConfig({}).uploads.rejectedTypes).toContain('application/x-msdownload');
});

it('reads the configured values', () => {
  expect(readConfig(s3).objectStore).toEqual({
    url: 'https://s3.example',
    bucket: 'b',
    region: 'us-east-1',
    accessKeyID: 'k',
    secret: { value: 's' },
  });
  const { S3_SECRET_ACCESS_KEY: _, ...rest } = s3;
  expect(readConfig({ ...rest, S3_SECRET_ACCESS_KEY_FILE: '/run/secret' }).objectStore?.secret).toEqual({
    file: '/run/secret',
  });
  expect(readConfig({ UPLOAD_TYPES_REFUSED: 'none' }).uploads.rejectedTypes).toEqual([]);
  expect(readConfig({ UPLOAD_TYPES_REFUSED: 'video/*, Text/HTML' }).uploads.rejectedTypes).toEqual([
    'video/*',
    'text/html',
  ]);
  expect(readConfig({ CLAMAV_URL: 'tcp://scanner', SCAN_OPTIONAL: 'true' }).scan).toEqual({
    host: 'scanner',
    port: 3310,
    optional: true,
  });
  expect(readConfig({ CLAMAV_URL: 'tcp://[::1]:99' }).scan).toEqual({
    host: '::1',
    port: 99,
    optional: false,
  });
  expect(readConfig(speech).speech).toMatchObject({ url: speech.SPEECH_URL, secret: 's' });
});

it.each([
  ...['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(
    (name) => [name, { ...s3, [name]: '' }] as const,
  ),
  ...['SPEECH_TOKEN_URL', 'SPEECH_KEY', 'SPEECH_SECRET'].map(
    (name) => [name, { ...speech, [name]: '' }] as const,
  ),
])('reports that %s is missing', (name, variables) => {
  expect(() => readConfig(variables)).toThrow(`${name} is missing`);
});

it.each([
  { S3_URL: 's3://bucket' },
  { UPLOAD_QUOTA_BYTES: '-1' },
  { UPLOAD_TYPES_REFUSED: 'exe' },
  { CLAMAV_URL: 'http://scanner' },
  { SCAN_OPTIONAL: 'perhaps' },
  { SPEECH_URL: 'speech' },
])('names an invalid setting: %j', (variables) => {
  expect(() => readConfig(variables)).toThrow(Object.keys(variables)[0]);
});
