import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { readConfig, settings } from './config.schemas.ts';

it('has exactly the settings that the operations manual lists', () => {
  const manual = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Settings$([\s\S]*?)^## /m.exec(manual) ?? [];
  const rows = section.split('\n').map((line) => /^\| (`[A-Z].*?) \|/.exec(line)?.[1] ?? '');
  const documented = rows.flatMap((names) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(new Set(documented)).toEqual(new Set(Object.keys(settings.shape)));
});

it('requires no setting', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    publicUrl: undefined,
    databaseUrl: undefined,
    masterKey: undefined,
    seedDemo: undefined,
    corsOrigins: [],
  });
});

it('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SEED_DEMO: '' })).toEqual(readConfig({}));
});

it('strips trailing slashes from addresses', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://docs.example/',
    CORS_ORIGINS: 'https://a.example/, https://b.example',
  });
  expect([config.publicUrl, config.corsOrigins]).toEqual([
    'https://docs.example',
    ['https://a.example', 'https://b.example'],
  ]);
});

it.each([
  { PORT: '70000' },
  { PUBLIC_URL: 'docs.example' },
  { DATABASE_URL: 'mysql://db.example/sealflow' },
  { DATABASE_LISTEN_URL: 'db.example' },
  { CORS_ORIGINS: 'docs.example' },
  { TRUST_PROXY: 'proxy.example' },
  { TRUST_PROXY: '10.0.0.0/33' },
  { TRUST_PROXY: '0.0.0.0/0' },
  { SEED_DEMO: 'perhaps' },
  { LOG_LEVEL: 'loud' },
  { UPLOAD_LIMIT_BYTES: '-1' },
  { SMTP_URL: 'https://mail.example' },
  { SMS_URL: 'http://sms.example/send' },
  { CODE_LIMIT: 'many' },
  { DATABASE: 'none' },
  { PUBLIC_URL: 'https://docs.example/app/' },
  { PUBLIC_URL: 'https://docs.example?app' },
  { METRICS_TOKEN: 'short' },
  { MAIL_FROM: 'Sealflow', SMTP_URL: 'smtp://mail.example' },
])('names an invalid setting without its value: %j', (variables) => {
  const [[name, value] = ['', '']] = Object.entries(variables);
  expect(() => readConfig(variables)).toThrow(name);
  expect(() => readConfig(variables)).not.toThrow(new RegExp(`"${value}"`));
});

it('accepts proxies by address, network and name', () => {
  const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback';
  expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
});

it('parses additional hosts as normalized host names with optional ports', () => {
  expect(readConfig({}).publicHosts).toEqual([]);
  const PUBLIC_HOSTS = 'Docs.Example:8443, inner.example:443, [::1]:8080';
  expect(readConfig({ PUBLIC_HOSTS }).publicHosts).toEqual([
    'docs.example:8443',
    'inner.example',
    '[::1]:8080',
  ]);
  for (const wrong of [
    'https://docs.example',
    'docs.example/x',
    'a b',
    'user@docs.example',
    'docs.example:x',
  ])
    expect(() => readConfig({ PUBLIC_HOSTS: wrong })).toThrow('PUBLIC_HOSTS');
});

it('requires the sender address of mail together with the mail server', () => {
  const SMTP_URL = 'smtp://mail.example';
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  const MAIL_FROM = 'Sealflow <noreply@example.com>';
  expect(readConfig({ SMTP_URL, MAIL_FROM }).smtp).toEqual({ url: SMTP_URL, from: MAIL_FROM });
});

it('logs codes only with the embedded database unless CODES_TO_LOG is set', () => {
  const DATABASE_URL = 'postgresql://localhost/sealflow';
  const printing = [{}, { DATABASE_URL }, { DATABASE_URL, CODES_TO_LOG: 'true' }, { CODES_TO_LOG: 'false' }];
  expect(printing.map((variables) => readConfig(variables).codesToLog)).toEqual([true, false, true, false]);
});

it('reads secrets from files and names the invalid file without its content', () => {
  const folder = makeTestFolder();
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const url = 'postgresql://sealflow:secret-word@db.example/sealflow';
  const DATABASE_URL_FILE = written('database', `${url}\n`);
  const METRICS_TOKEN_FILE = written('metrics', 'sixteen-signs-or-more');
  expect(readConfig({ DATABASE_URL_FILE, METRICS_TOKEN_FILE })).toMatchObject({
    databaseUrl: url,
    metricsToken: 'sixteen-signs-or-more',
    codesToLog: false,
  });
  for (const [name, variables] of [
    ['DATABASE_URL_FILE', { DATABASE_URL_FILE, DATABASE_URL: url }],
    ['SMTP_URL_FILE', { SMTP_URL_FILE: join(folder, 'none') }],
    ['SMS_TOKEN_FILE', { SMS_TOKEN_FILE: written('empty', '\n') }],
    ['DATABASE_URL', { DATABASE_URL_FILE: written('other', 'mysql://secret-word') }],
  ] as const) {
    expect(() => readConfig(variables)).toThrow(name);
    expect(() => readConfig(variables)).not.toThrow(/secret-word/);
  }
});

it('requires https for trusted hosts, speech tokens and push services on other machines', () => {
  const elsewhere = [
    { TRUSTED_HOSTS: 'https://one.example,http://host.example' },
    { SPEECH_TOKEN_URL: 'http://speech.example/token' },
    { FCM_BASE_URL: 'http://push.example' },
    { APNS_BASE_URL: 'http://push.example' },
    { JPUSH_BASE_URL: 'http://push.example' },
  ];
  for (const variables of elsewhere) expect(() => readConfig(variables)).toThrow('must be https');
  expect(readConfig({ TRUSTED_HOSTS: 'http://localhost:9/, https://one.example' }).trustedHosts).toEqual([
    'http://localhost:9',
    'https://one.example',
  ]);
});

it('accepts https for text messages, and http only on this machine', () => {
  const sms = (SMS_URL: string) => readConfig({ SMS_URL, SMS_TOKEN: 'secret' }).sms;
  expect(sms('http://localhost:9/sms')).toEqual({ url: 'http://localhost:9/sms', token: 'secret' });
  expect(sms('https://sms.example')).toMatchObject({ url: 'https://sms.example' });
});

it.each([
  [{ PORT: 'eighty' }, 'PORT: must be a whole number'],
  [{ PORT: '-1' }, 'PORT: must be 0 or more'],
  [{ SEED_DEMO: 'perhaps' }, 'SEED_DEMO: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error,'],
  [{ PUBLIC_URL: 'docs.example' }, 'PUBLIC_URL: must be an address such as https://docs.example.com'],
  [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL: must be an address such as smtps://'],
  [{ CLAMAV_URL: 'http://scanner' }, 'CLAMAV_URL: must be an address such as tcp://'],
  [{ PUSH_CONTACT: 'ops@example.com' }, 'PUSH_CONTACT: must be an address such as mailto:'],
  [{ PUSH_HOSTS: 'https://push.example' }, 'PUSH_HOSTS.0: must be a list of hosts'],
  [{ DATABASE: 'external' }, 'DATABASE_URL is missing'],
  [
    { DATABASE: 'embedded', DATABASE_URL: 'postgresql://db' },
    'DATABASE is embedded, but DATABASE_URL is set',
  ],
  [{ DATABASE_URI: 'postgresql://db' }, 'DATABASE_URI: unknown setting, did you mean DATABASE_URL?'],
  [{ MASTERKEY_FILE: '/k' }, 'MASTERKEY_FILE: unknown setting, did you mean MASTER_KEY_FILE?'],
])('explains what a setting must be: %j', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
});

it('ignores variables of other programs and of container networks', () => {
  const others = {
    HOME: '/',
    DATABASE_PORT: 'tcp://10.0.0.1:5432',
    DATABASE_SERVICE_HOST: '10.0.0.1',
    NODE_ENV: 'production',
    RATE_LIMIT: '1',
    XDG_DATA_DIRS: '/usr/share',
  };
  expect(readConfig(others)).toEqual(readConfig({}));
});

it('verifies the certificate of the database in every TLS mode but no-verify', () => {
  const urlOf = (mode: string) => readConfig({ DATABASE_URL: `postgresql://db/s?sslmode=${mode}&x=1` });
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(urlOf(mode).databaseUrl).toBe('postgresql://db/s?sslmode=verify-full&x=1');
  expect(urlOf('no-verify').databaseUrl).toContain('no-verify');
});

it('bypasses the connection pooler for long-running database work', () => {
  const folder = makeTestFolder();
  const file = join(folder, 'direct');
  writeFileSync(file, 'postgresql://direct/s\n', { mode: 0o600 });
  const config = readConfig({ DATABASE_URL: 'postgresql://pooler/s', DATABASE_LISTEN_URL_FILE: file });
  expect([config.databaseListenUrl, config.maintenanceDatabaseUrl]).toEqual([
    'postgresql://direct/s',
    'postgresql://direct/s',
  ]);
});

it('distinguishes missing, unreadable and empty secret files', () => {
  const folder = makeTestFolder();
  const empty = join(folder, 'empty');
  writeFileSync(empty, '', { mode: 0o600 });
  expect(() => readConfig({ SMS_TOKEN_FILE: join(folder, 'none') })).toThrow('no such file');
  expect(() => readConfig({ SMS_TOKEN_FILE: empty })).toThrow('the file is empty');
  expect(() => readConfig({ SMS_TOKEN_FILE: folder })).toThrow('cannot be read (EISDIR)');
});
