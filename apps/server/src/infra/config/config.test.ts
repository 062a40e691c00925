import { expect, it } from 'vitest';
import { readConfig } from './config.schemas.ts';

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
  { SEED_DEMO: 'perhaps' },
  { LOG_LEVEL: 'loud' },
  { UPLOAD_LIMIT_BYTES: '-1' },
  { SMTP_URL: 'https://mail.example' },
  { MAIL_FROM: 'Sealflow', SMTP_URL: 'smtp://mail.example' },
])('names what cannot be used, not its value: %j', (variables) => {
  const [[name, value] = ['', '']] = Object.entries(variables);
  expect(() => readConfig(variables)).toThrow(name);
  expect(() => readConfig(variables)).not.toThrow(new RegExp(`"${value}"`));
});

it('asks for the sender of mail together with its server', () => {
  const SMTP_URL = 'smtp://mail.example';
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  const MAIL_FROM = 'Sealflow <noreply@example.com>';
  expect(readConfig({ SMTP_URL, MAIL_FROM }).smtp).toEqual({ url: SMTP_URL, from: MAIL_FROM });
});
