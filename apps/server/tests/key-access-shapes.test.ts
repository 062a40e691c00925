import { privateDecrypt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from './audit-trail.ts';
import { signIn } from './key-device.ts';
import { post } from './key-http.ts';
import { type KeyService, peopleOf, startKeyService } from './key-service.ts';
import {
  clientKeys,
  firstResult,
  oaep,
  type PolicyOf,
  requestKeys,
  type SealedKey,
  sealedElsewhere,
} from './sealed-elsewhere.ts';

const tid = 't1';
let service: KeyService;
let token: string;

beforeAll(async () => {
  service = await startKeyService();
  await peopleOf(service, { tid, people: ['owner', 'colleague'], otherClientsAllowed: true });
  await peopleOf(service, { tid: 't2', people: ['neighbour'], otherClientsAllowed: true });
  token = await signIn(service, 'owner');
});
afterAll(() => service.close());

/** Outcome of a key request: the data key, or the reason in the result or of the complete request. */
async function outcomeOf(document: SealedKey, keys: readonly object[], as = token): Promise<Buffer | string> {
  const response = await requestKeys(`${service.url}/otdf/${tid}`, as, [{ policy: document.policy, keys }]);
  if (!response.ok) return ((await response.json()) as { message: string }).message;
  const result = await firstResult(response);
  if (result?.status !== 'permit') return String(result?.error);
  const wrapped = Buffer.from(result.kasWrappedKey ?? '', 'base64');
  return privateDecrypt({ key: clientKeys.privateKey, ...oaep }, wrapped);
}

describe('optional fields that a writer omits or leaves empty', () => {
  test.each<[string, object]>([
    ['null', { sid: null, ephemeralPublicKey: null, encryptedMetadata: null }],
    ['empty', { sid: '', ephemeralPublicKey: '', encryptedMetadata: '' }],
    ['a null key id', { kid: null }],
    ['an empty key id', { kid: '' }],
    ['no key id', { kid: undefined }],
    ['a null binding algorithm', { binding: null }],
  ])('%s', async (_, { binding, ...fields }: { binding?: null }) => {
    const document = await sealedElsewhere(service, tid, { owner: 'owner' });
    const policyBinding = { ...(document.keyAccess['policyBinding'] as object), alg: binding };
    const entry = { ...document.keyAccess, ...fields, policyBinding };
    expect(await outcomeOf(document, [entry])).toEqual(document.dataKey);
  });
});

describe('key without a key id', () => {
  const withoutKid = ({ keyAccess }: SealedKey) => ({ ...keyAccess, kid: null });

  test('opens after a rotation too, and the record names the key that opened it', async () => {
    const document = await sealedElsewhere(service, tid, { owner: 'owner' });
    await service.keys.addGeneration(tid);
    expect(await outcomeOf(document, [withoutKid(document)])).toEqual(document.dataKey);
    expect((await readAudit(service.db, tid)).records.at(-1)).toMatchObject({
      decision: 'granted',
      kid: document.keyAccess['kid'],
    });
  });

  test('of another tenant is unknown', async () => {
    const document = await sealedElsewhere(service, 't2', { owner: 'neighbour' });
    expect(await outcomeOf(document, [withoutKid(document)])).toContain('key_unknown');
  });

  test('of a withdrawn generation is unknown, because withdrawn keys are not tried', async () => {
    const document = await sealedElsewhere(service, tid, { owner: 'owner' });
    const { kid } = document.keyAccess as { kid: string };
    await service.keys.addGeneration(tid);
    const { generation } = await service.db
      .updateTable('licence_keys')
      .set({ withdrawn_at: new Date() })
      .where('kid', '=', kid)
      .returning('generation')
      .executeTakeFirstOrThrow();
    expect(generation).toBeGreaterThan(0);
    expect(await outcomeOf(document, [withoutKid(document)])).toContain('key_unknown');
    expect(await outcomeOf(document, [document.keyAccess])).toContain('key_withdrawn');
  });

  test.each(['remote', 'constructor', '__proto__', ''])('of the type %j is rejected', async (type) => {
    const document = await sealedElsewhere(service, tid, { owner: 'owner' });
    const entry = { ...withoutKid(document), type };
    expect(await outcomeOf(document, [entry])).toContain('request_invalid');
  });

  test('is limited to five per request, because each is tried with every generation', async () => {
    const document = await sealedElsewhere(service, tid, { owner: 'owner' });
    const many = (count: number) => Array.from({ length: count }, () => withoutKid(document));
    expect(await outcomeOf(document, many(5))).toEqual(document.dataKey);
    expect(await outcomeOf(document, many(6))).toBe('request_invalid');
  });
});

test('a document id is case-insensitive', async () => {
  const documentID = randomUUID();
  const document = await sealedElsewhere(service, tid, { owner: 'owner', uuid: documentID.toUpperCase() });
  expect(await outcomeOf(document, [document.keyAccess])).toEqual(document.dataKey);
  expect((await readAudit(service.db, tid)).records.at(-1)).toMatchObject({ documentID });
});

describe('dissemination list', () => {
  const opens = async (of: PolicyOf, as: string) => {
    const document = await sealedElsewhere(service, tid, of);
    const outcome = await outcomeOf(document, [document.keyAccess], await signIn(service, as));
    return typeof outcome === 'string' ? outcome : outcome.equals(document.dataKey);
  };

  test.each<[PolicyOf, string]>([
    [{ owner: 'owner', dissem: null }, 'owner'],
    [{ owner: 'owner', dissem: ['owner'] }, 'owner'],
    [{ dissem: ['colleague'] }, 'colleague'],
  ])('%o, requested by %s, opens', async (of, as) => {
    expect(await opens(of, as)).toBe(true);
  });

  test.each<[PolicyOf, string]>([
    [{ owner: 'owner', dissem: ['colleague'] }, 'owner'],
    [{ owner: 'owner', dissem: ['colleague'] }, 'colleague'],
    [{ dissem: ['colleague'] }, 'owner'],
  ])('%o, requested by %s, is rejected', async (of, as) => {
    expect(await opens(of, as)).toMatch(/no_grant/);
  });

  test('restricts the people of a grant', async () => {
    const uuid = randomUUID();
    const facts = { ownerOID: 'owner', classificationID: null, size: 1, mimeType: 'text/plain' };
    const registered = { documentID: uuid, ...facts, manifestSha256: 'ab'.repeat(32) };
    await post(`${service.url}/api/v1/tenants/${tid}/documents`, registered, service.operator);
    const grants = `${service.url}/api/v1/tenants/${tid}/documents/${uuid}/grants`;
    await post(grants, { fid: 'colleague', until: null }, service.operator);
    expect(await opens({ uuid, owner: 'owner' }, 'colleague')).toBe(true);
    expect(await opens({ uuid, owner: 'owner', dissem: ['colleague'] }, 'colleague')).toBe(true);
    expect(await opens({ uuid, owner: 'owner', dissem: ['owner'] }, 'colleague')).toMatch(/no_grant/);
  });
});
