import { privateDecrypt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from './audit-trail.ts';
import { signIn } from './key-device.ts';
import { type KeyService, peopleOf, startKeyService } from './key-service.ts';
import {
  clientKeys,
  firstResult,
  oaep,
  requestKeys,
  requestToken,
  type SealedKey,
  sealedElsewhere,
} from './sealed-elsewhere.ts';

const connect = (address: string, message: object, token?: string) =>
  fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'connect-protocol-version': '1',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(message),
  });
const wellKnown = 'wellknownconfiguration.WellKnownService/GetWellKnownConfiguration';
const registry = 'policy.kasregistry.KeyAccessServerRegistryService/ListKeyAccessServers';
const document = '.well-known/opentdf-configuration';

const rewrapRequests = (documents: readonly SealedKey[]) =>
  documents.map(({ policy, keyAccess }) => ({ policy, keys: [keyAccess] }));

async function outcomeOf(response: Response): Promise<unknown> {
  if (!response.ok) return [response.status, ((await response.json()) as { message: string }).message];
  const result = await firstResult(response);
  if (result?.status !== 'permit') return result?.error;
  return privateDecrypt(
    { key: clientKeys.privateKey, ...oaep },
    Buffer.from(result.kasWrappedKey ?? '', 'base64'),
  );
}

describe('root of a host with several tenants', () => {
  let service: KeyService;
  let ann: string;
  let bob: string;
  const rewrap = async (token: string, documents: readonly SealedKey[]) =>
    outcomeOf(await requestKeys(service.url, token, rewrapRequests(documents)));

  beforeAll(async () => {
    service = await startKeyService();
    await peopleOf(service, { tid: 't1', people: ['ann'], otherClientsAllowed: true });
    await peopleOf(service, { tid: 't2', people: ['bob'], otherClientsAllowed: true });
    [ann, bob] = await Promise.all([signIn(service, 'ann'), signIn(service, 'bob')]);
  });
  afterAll(() => service.close());

  test('finds the tenant by the key id and opens for its member by REST and by Connect', async () => {
    const sealed = await sealedElsewhere(service, 't1', { owner: 'ann' });
    expect(await rewrap(ann, [sealed])).toEqual(sealed.dataKey);
    const signedRequestToken = await requestToken(rewrapRequests([sealed]));
    const response = await connect(`${service.url}/kas.AccessService/Rewrap`, { signedRequestToken }, ann);
    expect(await outcomeOf(response)).toEqual(sealed.dataKey);
    expect((await readAudit(service.db, 't1')).records.at(-1)).toMatchObject({
      decision: 'granted',
      fid: 'ann',
    });
  });

  test('rejects the member of another tenant, and the tenant of the key has the record', async () => {
    const sealed = await sealedElsewhere(service, 't1', { owner: 'bob' });
    expect(await rewrap(bob, [sealed])).toEqual([403, 'tenant_access_denied']);
    expect((await readAudit(service.db, 't1')).records.at(-1)).toMatchObject({
      decision: 'refused',
      reason: 'tenant_access_denied',
      aid: 'bob',
    });
    expect((await readAudit(service.db, 't2')).records.filter(({ act }) => act === 'rewrap')).toEqual([]);
  });

  test('rejects a policy of one tenant under the key of another', async () => {
    const own = await sealedElsewhere(service, 't1', { owner: 'ann' });
    const other = await sealedElsewhere(service, 't2', { owner: 'ann' });
    expect(await rewrap(ann, [{ ...own, policy: other.policy }])).toContain('policy_binding_mismatch');
    expect(await rewrap(ann, [{ ...other, policy: own.policy }])).toEqual([403, 'tenant_access_denied']);
  });

  test('rejects a key id of one tenant on a key of another', async () => {
    const own = await sealedElsewhere(service, 't1', { owner: 'ann' });
    const other = await sealedElsewhere(service, 't2', { owner: 'ann' });
    const { kid } = own.keyAccess;
    expect(await rewrap(ann, [{ ...other, keyAccess: { ...other.keyAccess, kid } }])).toContain(
      'request_invalid',
    );
  });

  test('rejects a request with keys of several tenants as a whole', async () => {
    const own = await sealedElsewhere(service, 't1', { owner: 'ann' });
    const other = await sealedElsewhere(service, 't2', { owner: 'ann' });
    expect(await rewrap(ann, [own, other])).toEqual([400, 'request_invalid']);
  });

  test.each<[string, unknown]>([
    ['no key id', null],
    ['an unknown key id', 'k0.rsa:2048.1'],
    ['the id of a tenant in place of a key id', 't1'],
  ])('%s names no tenant', async (_, kid) => {
    const own = await sealedElsewhere(service, 't1', { owner: 'ann' });
    expect(await rewrap(ann, [{ ...own, keyAccess: { ...own.keyAccess, kid } }])).toEqual([
      403,
      'key_unknown',
    ]);
  });

  test('gives no key without a session', async () => {
    const own = await sealedElsewhere(service, 't1', { owner: 'ann' });
    expect(await rewrap('nonsense', [own])).toEqual([401, 'signed_out']);
    const unreadable = await connect(
      `${service.url}/kas.AccessService/Rewrap`,
      { signedRequestToken: 'x' },
      ann,
    );
    expect(await outcomeOf(unreadable)).toEqual([400, 'request_invalid']);
  });

  test('serves no public key and no base key, and reveals no tenant', async () => {
    const publicKey = await connect(`${service.url}/kas.AccessService/PublicKey`, { algorithm: 'rsa:2048' });
    expect([publicKey.status, await publicKey.json()]).toMatchObject([404, { code: 'not_found' }]);
    const configuration = await connect(`${service.url}/${wellKnown}`, {});
    expect([configuration.status, await configuration.json()]).toEqual([200, { configuration: {} }]);
    expect(await (await fetch(`${service.url}/${document}`)).json()).toEqual({});
    const servers = await connect(`${service.url}/${registry}`, { pagination: {} });
    expect(await servers.json()).toEqual({ keyAccessServers: [{ uri: `${service.url}/kas` }] });
  });

  test('serves the base key of each tenant below the tenant path, by Connect and as a document', async () => {
    for (const tid of ['t1', 't2']) {
      const platformUrl = `${service.url}/otdf/${tid}`;
      const { kid, publicKeyPem } = await service.keys.wrappingKey(tid, 'ec:secp256r1');
      const base_key = {
        kas_id: kid.split('.', 1)[0],
        kas_uri: `${platformUrl}/kas`,
        public_key: { algorithm: 'ec:secp256r1', kid, pem: publicKeyPem },
      };
      expect(await (await connect(`${platformUrl}/${wellKnown}`, {})).json()).toEqual({
        configuration: { base_key },
      });
      const read = `${platformUrl}/${wellKnown}?connect=v1&encoding=json&message=%7B%7D`;
      expect(await (await fetch(read)).json()).toEqual({ configuration: { base_key } });
      expect(await (await fetch(`${platformUrl}/${document}`)).json()).toEqual({ base_key });
    }
    expect((await connect(`${service.url}/otdf/none/${wellKnown}`, {})).status).toBe(404);
    expect((await fetch(`${service.url}/otdf/none/${document}`)).status).toBe(404);
  });
});

describe('root of a host with one tenant', () => {
  let service: KeyService;
  beforeAll(async () => {
    service = await startKeyService();
    await peopleOf(service, { tid: 't1', people: ['ann'], otherClientsAllowed: true });
  });
  afterAll(() => service.close());

  test('serves the public key and the base key, and opens a key without a key id', async () => {
    const { kid, publicKeyPem: pem } = await service.keys.wrappingKey('t1', 'ec:secp256r1');
    const publicKey = await connect(`${service.url}/kas.AccessService/PublicKey`, {
      algorithm: 'ec:secp256r1',
    });
    expect(await publicKey.json()).toEqual({ publicKey: pem, kid });
    expect(await (await fetch(`${service.url}/${document}`)).json()).toMatchObject({
      base_key: { kas_uri: `${service.url}/otdf/t1/kas`, public_key: { kid, pem } },
    });
    const sealed = await sealedElsewhere(service, 't1', { owner: 'ann' });
    const withoutKid = { ...sealed, keyAccess: { ...sealed.keyAccess, kid: null } };
    const token = await signIn(service, 'ann');
    const response = await requestKeys(service.url, token, rewrapRequests([withoutKid]));
    expect(await outcomeOf(response)).toEqual(sealed.dataKey);
  });
});
