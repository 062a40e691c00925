import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { secretsIn } from './check-secrets.mjs';

const kindsIn = (text: string) => secretsIn(text).map(({ kind }) => kind);
// The tests join the parts of secrets, because the check also searches this file.
const joined = (...parts: string[]) => parts.join('');
const word = joined('k3Jx9', 'Qv2Lp', '7Zr0T', 'w8Bn5', 'YcM1d');
const hex = joined('9f3c0b7e', '51d84a26', 'e0c79b13', '6a5f28d4');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

it.each([
  ['private key', pem],
  ['private key', JSON.stringify({ key: pem })],
  ['private key', JSON.stringify(privateKey.export({ format: 'jwk' }))],
  ['signed token', `authorization: Bearer ${['eyJhbGciOiJFZERTQSJ9', word, word].join('.')}`],
  ["operator's credential", joined('sealflow-', 'operator-', word)],
  ['token of a cloud', joined('AK', 'IA', 'Q7X2'.repeat(4))],
  ['token of a forge', joined('gh', 'p_', 'a1B2'.repeat(9))],
  ['token of a registry', joined('//registry.example/:_auth', 'Token=', word)],
  ['password of an address', `DATABASE_URL=postgresql://sealflow:${word}@db.example/sealflow`],
  ['value of a secret name', `const apiKey = '${word}';`],
  ['value of a secret name', `"clientSecret": "${hex}"`],
  ['value of a secret name', `MASTER_KEY=${word}=`],
])('finds a %s: %#', (kind, text) => {
  expect(kindsIn(`before\n${text}\nafter`)).toContain(kind);
});

it.each([
  "const password = 'Correct-horse-9';",
  "token: 'login.signature_is_invalid'",
  'S3_SECRET_ACCESS_KEY: ${S3_SECRET_ACCESS_KEY:?see the top of this file}',
  'postgresql://user:password@host:port/name',
  'postgresql://sealflow:${DATABASE_PASSWORD}@database:5432/sealflow',
  "secretKeyFile: '/run/secrets/master-key-of-2026'",
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
])('accepts: %s', (text) => {
  expect(kindsIn(text)).toEqual([]);
});
