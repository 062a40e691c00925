import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { readConfig } from './config.schemas.ts';

const folder = makeTestFolder();
const written = (name: string, text: string) => {
  writeFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}`;
};
const pem = { format: 'pem', type: 'pkcs8' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString();
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString();

it('enables only browser push by default', () => {
  const { push } = readConfig({});
  expect(push).toEqual({
    contact: undefined,
    badge: '100',
    allowPrivate: false,
    hosts: undefined,
    fcm: undefined,
    apns: undefined,
    jpush: undefined,
  });
});

it('accepts complete groups of settings', () => {
  const { push } = readConfig({
    APNS_KEY_FILE: written('apns.p8', ec),
    APNS_KEY_ID: 'K',
    APNS_TEAM_ID: 'T',
    APNS_TOPIC: 'app',
    JPUSH_APP_KEY: 'A',
    JPUSH_MASTER_SECRET: 'S',
  });
  expect(push.apns).toEqual({
    key: ec,
    keyID: 'K',
    teamID: 'T',
    topic: 'app',
    baseUrl: 'https://api.push.apple.com',
  });
  expect(push.jpush).toEqual({
    appKey: 'A',
    masterSecret: 'S',
    baseUrl: 'https://api.jpush.cn',
    androidPackage: 'cn.sealflow.app',
    apnsProduction: true,
  });
});

it.each([
  ['FCM_CREDENTIALS_FILE', { FCM_CREDENTIALS_FILE: `${folder}/none.json` }],
  ['FCM_CREDENTIALS_FILE', { FCM_CREDENTIALS_FILE: written('fcm.json', '{"project_id":"secret-name"}') }],
  ['APNS_KEY_FILE', { APNS_KEY_FILE: written('rsa.p8', rsa) }],
  ['APNS_TOPIC', { APNS_KEY_FILE: written('ec.p8', ec), APNS_KEY_ID: 'K', APNS_TEAM_ID: 'T' }],
  ['JPUSH_MASTER_SECRET', { JPUSH_APP_KEY: 'A' }],
  ['PUSH_HOSTS', { PUSH_HOSTS: 'https://push.example.com' }],
  ['PUSH_HOSTS', { PUSH_HOSTS: '*' }],
  ['PUSH_BADGE', { PUSH_BADGE: '7' }],
  ['PUSH_CONTACT', { PUSH_CONTACT: 'http://it.example.com' }],
])('names an invalid %s without revealing its content', (name, variables) => {
  expect(() => readConfig(variables)).toThrow(name);
  expect(() => readConfig(variables)).not.toThrow(/secret-name|PRIVATE KEY|none\.json/);
});
