import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../database/test-folder.ts';
import { readConfig, settings } from './config.schemas.ts';

it('has the settings that the operator reads of, and no others', () => {
  const manual = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Settings$([\s\S]*?)^## /m.exec(manual) ?? [];
  const rows = section.split('\n').map((line) => /^\| (`[A-Z].*?) \|/.exec(line)?.[1] ?? '');
  const told = rows.flatMap((names) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(new Set(told)).toEqual(new Set(Object.keys(settings.shape)));
});

it('needs no setting at all', () => {
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

it('counts an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SEED_DEMO: '' })).toEqual(readConfig({}));
});

it('reads addresses without what hangs on behind', () => {
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
  { MAIL_FROM: 'Sealflow', SMTP_URL: 'smtp://mail.example' },
])('names what cannot be used, not its value: %j', (variables) => {
  const [[name, value] = ['', '']] = Object.entries(variables);
  expect(() => readConfig(variables)).toThrow(name);
  expect(() => readConfig(variables)).not.toThrow(new RegExp(`"${value}"`));
});

it('takes proxies by address, network and name', () => {
  const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback';
  expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
});

it('reads further hosts as addresses name them', () => {
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

it('asks for the sender of mail together with its server', () => {
  const SMTP_URL = 'smtp://mail.example';
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  const MAIL_FROM = 'Sealflow <noreply@example.com>';
  expect(readConfig({ SMTP_URL, MAIL_FROM }).smtp).toEqual({ url: SMTP_URL, from: MAIL_FROM });
});

it('prints codes over the embedded database only, unless told', () => {
  const DATABASE_URL = 'postgresql://localhost/sealflow';
  const printing = [{}, { DATABASE_URL }, { DATABASE_URL, CODES_TO_LOG: 'true' }, { CODES_TO_LOG: 'false' }];
  expect(printing.map((variables) => readConfig(variables).codesToLog)).toEqual([true, false, true, false]);
});

it('reads secrets from files too, and says which file is wrong, never what it holds', () => {
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

it('believes hosts, shows secrets and pushes over no line that others can write on', () => {
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

it('sends text messages by https, and by http on this machine', () => {
  const sms = (SMS_URL: string) => readConfig({ SMS_URL, SMS_TOKEN: 'secret' }).sms;
  expect(sms('http://localhost:9/sms')).toEqual({ url: 'http://localhost:9/sms', token: 'secret' });
  expect(sms('https://sms.example')).toMatchObject({ url: 'https://sms.example' });
});
