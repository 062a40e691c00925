import { createHmac, privateDecrypt, randomUUID } from 'node:crypto';
import { attributeFqn } from '@sealflow/tdf';
import { OBLIGATIONS, openLicence, type RewrapResponse, requestLicence } from '@sealflow/tdf/kas';
import { isPolicyBound } from '@sealflow/tdf/keys';
import type { Manifest } from '@sealflow/tdf/reader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClassification } from '../src/modules/documents/classifications.usecases.ts';
import { readAudit } from './audit-trail.ts';
import { signIn, signInDevice } from './key-device.ts';
import { type KeyService, peopleOf, startKeyService } from './key-service.ts';
import {
  clientKeys,
  oaep,
  type PolicyOf,
  requestKeys,
  firstResult as resultOf,
  type SealedKey,
  sealedElsewhere as sealedFor,
  toBase64,
} from './sealed-elsewhere.ts';

const tid = 't1';
const { watermark } = OBLIGATIONS;
let service: KeyService;

beforeAll(async () => {
  service = await startKeyService();
  await peopleOf(service, { tid, people: ['owner'], otherClientsAllowed: true });
  await peopleOf(service, { tid: 'closed', people: ['keeper'] });
  await createClassification(service.db, { tid, id: 'leased', name: '限时', level: 0, leaseSeconds: 60 });
});
afterAll(() => service.close());

const sealedElsewhere = (at: string, of: PolicyOf) => sealedFor(service, at, of);

function rewrap(
  at: string,
  token: string,
  { policy, keyAccess }: Pick<SealedKey, 'policy' | 'keyAccess'>,
  /** Number of documents in the request and of keys for each document. */
  many: { documents: number; keys: number } = { documents: 1, keys: 1 },
): Promise<Response> {
  const document = { policy, keys: Array.from({ length: many.keys }, () => keyAccess) };
  const documents = Array.from({ length: many.documents }, () => document);
  return requestKeys(`${service.url}/otdf/${at}`, token, documents);
}

test('a client with only a bearer token gets the key wrapped for the public key in its request', async () => {
  const document = await sealedElsewhere(tid, { owner: 'owner' });
  const result = await resultOf(await rewrap(tid, await signIn(service, 'owner'), document));
  const wrapped = Buffer.from(result?.kasWrappedKey ?? '', 'base64');

  expect(result).toMatchObject({ status: 'permit', metadata: {} });
  expect(privateDecrypt({ key: clientKeys.privateKey, ...oaep }, wrapped)).toEqual(document.dataKey);
  expect((await readAudit(service.db, tid)).records.at(-1)).toMatchObject({
    decision: 'granted',
    deviceID: null,
    kid: document.keyAccess['kid'],
  });
});

test('a request is limited to fifty keys in total, because each needs an unwrapping and a record', async () => {
  const document = await sealedElsewhere(tid, { owner: 'owner' });
  const token = await signIn(service, 'owner');
  const { length: before } = (await readAudit(service.db, tid)).records;
  const most = await rewrap(tid, token, document, { documents: 10, keys: 5 });
  expect(((await most.json()) as RewrapResponse).responses).toHaveLength(10);
  const { length: between } = (await readAudit(service.db, tid)).records;
  const more = await rewrap(tid, token, document, { documents: 3, keys: 17 });
  expect(more.status).toBe(400);
  const { records } = await readAudit(service.db, tid);
  expect([between - before, records.length - between]).toEqual([50, 1]);
  expect(records.at(-1)).toMatchObject({ decision: 'refused', reason: 'request_invalid' });
});

test('our app opens a key that another client wrapped by RSA, also after a rotation', async () => {
  const { policy, keyAccess } = await sealedElsewhere(tid, { owner: 'owner' });
  const manifest = { encryptionInformation: { keyAccess: [keyAccess], policy } } as unknown as Manifest;
  const device = await signInDevice(service, 'owner');
  const { token, signingKey, agreementKey } = device;
  const client = { platformUrl: `${service.url}/otdf/${tid}`, token, signingKey, fulfillable: [watermark] };
  const binding = { alg: 'HS256', ...(keyAccess['policyBinding'] as { hash: string }) };

  const before = await openLicence(await requestLicence(client, { manifest }), agreementKey);
  await service.keys.addGeneration(tid);
  const after = await openLicence(await requestLicence(client, { manifest }), agreementKey);

  expect(await isPolicyBound(before.verify, policy, binding)).toBe(true);
  expect(await isPolicyBound(after.verify, policy, binding)).toBe(true);
});

test('another client gets no key without permission of the tenant, with a lease, or without access', async () => {
  const token = await signIn(service, 'owner');
  const leased = await sealedElsewhere(tid, { owner: 'owner', classification: 'leased' });
  const foreign = await sealedElsewhere(tid, { owner: 'somebody' });
  const closed = await sealedElsewhere('closed', { owner: 'keeper' });
  const refused = [
    await resultOf(await rewrap(tid, token, leased)),
    await resultOf(await rewrap(tid, token, foreign)),
    await resultOf(await rewrap('closed', await signIn(service, 'keeper'), closed)),
  ];

  expect(refused.map((result) => [result?.status, result?.error])).toEqual([
    ['fail', 'PermissionDenied: client_not_allowed'],
    ['fail', 'PermissionDenied: no_grant'],
    ['fail', 'PermissionDenied: client_not_allowed'],
  ]);
});

test('an attribute of another namespace or of an unknown kind keeps the document closed', async () => {
  const token = await signIn(service, 'owner');
  const document = await sealedElsewhere(tid, { owner: 'owner' });
  for (const attribute of [
    'https://t9.example/attr/owner/value/owner',
    'https://t1.127.0.0.1/attr/project/value/x',
  ]) {
    const dataAttributes = [{ attribute: attributeFqn('t1.127.0.0.1', 'owner', 'owner') }, { attribute }];
    const policy = toBase64(JSON.stringify({ uuid: randomUUID(), body: { dataAttributes, dissem: [] } }));
    const hash = toBase64(createHmac('sha256', document.dataKey).update(policy).digest('hex'));
    const keyAccess = { ...document.keyAccess, policyBinding: { alg: 'HS256', hash } };
    const result = await resultOf(await rewrap(tid, token, { policy, keyAccess }));
    expect(result?.error).toBe('InvalidArgument: request_invalid');
  }
});

test('the response statuses are those that other clients expect', async () => {
  const document = await sealedElsewhere(tid, { owner: 'owner' });
  const stranger = await rewrap(tid, await signIn(service, 'keeper'), document);
  const signedOut = await rewrap(tid, 'nonsense', document);
  const nowhere = await rewrap('nowhere', 'nonsense', document);
  const address = `${service.url}/otdf/${tid}/kas/v2/rewrap`;
  const anonymous = await fetch(address, { method: 'POST' });
  const authorization = `Bearer ${await signIn(service, 'owner')}`;
  const unreadable = await fetch(address, { method: 'POST', headers: { authorization } });

  const responses = [stranger, signedOut, nowhere, anonymous, unreadable];
  expect(responses.map(({ status }) => status)).toEqual([403, 401, 404, 401, 400]);
});

test('the service lists itself and no algorithm without a key', async () => {
  const call = (method: string, message: object) =>
    fetch(`${service.url}/otdf/${tid}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'connect-protocol-version': '1' },
      body: JSON.stringify(message),
    });
  const registry = 'policy.kasregistry.KeyAccessServerRegistryService/ListKeyAccessServers';
  const servers = await (await call(registry, { pagination: {} })).json();
  const unknown = await call('kas.AccessService/PublicKey', { algorithm: 'rsa:512', v: '2' });

  expect(servers).toMatchObject({ keyAccessServers: [{ uri: `${service.url}/otdf/${tid}/kas` }] });
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: 'invalid_argument' }]);
});
