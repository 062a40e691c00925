import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Administration, openAdministration } from '../../../testing/administration.ts';

let world: Administration;
let inside: (call: string, body?: object) => ReturnType<Administration['ask']>;

beforeAll(async () => {
  world = await openAdministration();
  const at = world.at('t-two');
  inside = (call, body) => at(world.administrator, call, body);
  await at(world.operator, 'POST /members', { account: 'wang', name: '王', fid: 'f-other' });
});
afterAll(() => world.service.close());

async function register(owner: string, classificationID: string | null = null): Promise<string> {
  const documentID = randomUUID();
  const response = await world.ask(world.administrator, 'POST /api/v1/tenants/t-two/documents', {
    documentID,
    ownerOID: owner,
    classificationID,
    size: 5,
    mimeType: 'text/plain',
    manifestSha256: 'b'.repeat(64),
  });
  expect(response.status).toBe(200);
  return documentID;
}

describe('classifications', () => {
  test('are created, changed and deleted while no document has them', async () => {
    const made = await inside('POST /classifications', {
      id: 'secret',
      name: '秘密',
      level: 2,
      leaseSeconds: 3600,
    });
    expect(made.body.data).toMatchObject({
      id: 'secret',
      watermark: true,
      leaseSeconds: 3600,
      isDefault: false,
    });
    expect((await inside('POST /classifications', { id: 'secret', name: '又', level: 2 })).code).toBe(
      'admin.classification_exists',
    );
    const changed = await inside('PUT /classifications/secret', { leaseSeconds: null, noDownload: true });
    expect(changed.body.data).toMatchObject({ name: '秘密', leaseSeconds: null, noDownload: true });
    await register('f-li-two', 'secret');
    expect((await inside('DELETE /classifications/secret')).code).toBe('admin.classification_in_use');
    expect((await inside('PUT /classifications/none', {})).code).toBe('key.classification_not_found');
  });

  test('have one default, even after simultaneous changes', async () => {
    const make = (id: string) => inside('POST /classifications', { id, name: id, level: 1, isDefault: true });
    const made = await Promise.all(['one', 'two', 'three'].map(make));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(['one', 'two'].map((id) => inside(`PUT /classifications/${id}`, { isDefault: true })));
    const { data } = (await inside('GET /classifications')).body;
    const defaults = data.filter((one: { isDefault: boolean }) => one.isDefault);
    expect(defaults).toHaveLength(1);
    expect((await inside(`DELETE /classifications/${defaults[0].id}`)).code).toBe(
      'admin.classification_is_default',
    );
    expect((await inside('DELETE /classifications/three')).status).toBe(204);
    expect((await inside(`PUT /classifications/${defaults[0].id}`, { isDefault: false })).status).toBe(400);
  });

  test('belong to one tenant', async () => {
    const other = await world.at('t-one')(world.operator, 'GET /classifications');
    expect(other.body).toEqual({ total: 0, data: [] });
    expect((await world.at('t-one')(world.operator, 'DELETE /classifications/secret')).status).toBe(404);
  });
});

test('clearances are set, listed and removed', async () => {
  expect((await inside('PUT /clearances/f-other', { level: 2 })).status).toBe(204);
  expect((await inside('PUT /clearances/f-other', { level: 3 })).status).toBe(204);
  expect((await inside('GET /clearances')).body).toEqual({
    total: 1,
    data: [{ fid: 'f-other', name: '王', level: 3 }],
  });
  expect((await inside('DELETE /clearances/f-other')).status).toBe(204);
  expect((await inside('GET /clearances')).body.total).toBe(0);
});

describe('licence keys', () => {
  test('are listed without their private parts, and only older ones can be withdrawn', async () => {
    await world.ask(world.administrator, 'POST /api/v1/tenants/t-two/licence-key/actions/rotate');
    await world.ask(world.administrator, 'POST /api/v1/tenants/t-two/licence-key/actions/rotate');
    const { body } = await inside('GET /licence-keys');
    expect(body.data[0]).toMatchObject({ generation: 2, current: true });
    expect(body.data[0].keys).toHaveLength(2);
    expect(body.data.map((one: { documents: number }) => one.documents)).toEqual([0, 1]);
    expect(JSON.stringify(body)).not.toContain('PRIVATE');
    expect((await inside('POST /licence-keys/2/actions/withdraw')).code).toBe('admin.key_generation_newest');
    expect((await inside('POST /licence-keys/1/actions/withdraw')).status).toBe(204);
    expect((await inside('POST /licence-keys/1/actions/withdraw')).code).toBe(
      'admin.key_generation_not_found',
    );
    expect((await world.acts('t-two')).filter(({ act }) => act === 'key.withdrawn')).toHaveLength(2);
    const again = (await inside('GET /licence-keys?limit=1&skip=1')).body.data;
    expect(again).toMatchObject([{ generation: 1, withdrawnAt: expect.any(Number), current: false }]);
  });
});

describe('registered documents', () => {
  test('are found by owner, classification and withdrawal', async () => {
    const document = await register('f-other');
    await world.ask(world.administrator, `POST /api/v1/tenants/t-two/documents/${document}/actions/withdraw`);
    expect((await inside('GET /documents?owner=f-other')).body.data).toMatchObject([
      { documentID: document },
    ]);
    expect((await inside('GET /documents?classification=secret')).body.total).toBe(1);
    expect((await inside('GET /documents?withdrawn=true')).body.total).toBe(1);
    expect((await inside('GET /documents?withdrawn=false')).body.total).toBe(1);
    expect((await inside(`GET /documents/${randomUUID()}`)).code).toBe('key.document_not_found');
    expect((await world.at('t-one')(world.operator, `GET /documents/${document}`)).status).toBe(404);
  });

  test('are granted and revoked', async () => {
    const document = await register('f-li-two');
    const grants = async () => (await inside(`GET /documents/${document}`)).body.data.grants;
    await world.ask(world.administrator, `POST /api/v1/tenants/t-two/documents/${document}/grants`, {
      fid: 'f-other',
      until: null,
    });
    expect(await grants()).toMatchObject([{ fid: 'f-other', until: null, grantedBy: 'f-li-two' }]);
    expect((await inside(`DELETE /documents/${document}/grants/f-other`)).status).toBe(204);
    expect(await grants()).toEqual([]);
    const acts = (await world.acts('t-two')).filter(({ subject }) => subject === 'f-other');
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['grant', 'grant.revoked']));
    expect((await inside(`DELETE /documents/${document}/grants/f-other`)).code).toBe('admin.grant_not_found');
    expect((await inside(`DELETE /documents/${randomUUID()}/grants/f-other`)).code).toBe(
      'key.document_not_found',
    );
  });

  test('are transferred from a leaving owner to a successor', async () => {
    const document = await register('f-other');
    await world.at('t-two')(world.operator, 'PUT /members/f-other', { state: 'ended' });
    const hand = (from: string, to: string) =>
      inside(`POST /members/${from}/actions/transfer-documents`, { to });
    expect((await hand('f-li-two', 'f-other')).code).toBe('login.user_not_found');
    expect((await hand('f-other', 'f-li-two')).body.data).toEqual({ documents: 2 });
    expect((await inside(`GET /documents/${document}`)).body.data).toMatchObject({
      ownerOID: 'f-li-two',
      grants: [{ fid: 'f-li-two', until: null }],
    });
    expect((await hand('f-other', 'f-li-two')).body.data).toEqual({ documents: 0 });
  });
});

test('several documents are withdrawn at once, each with its result and its record', async () => {
  const [first, second, unknown] = [await register('f-li-two'), await register('f-li-two'), randomUUID()];
  const withdraw = { kind: 'withdraw' };
  const call = (documentIDs: readonly string[]) =>
    inside('POST /documents/actions/bulk', { documentIDs, action: withdraw });
  const results = [
    { id: first, ok: true },
    { id: unknown, ok: false, code: 'key.document_not_found', params: {} },
    { id: second, ok: true },
  ];
  const before = (await world.acts('t-two')).length;
  expect((await call([first, unknown, second, first])).body.data).toEqual(results);
  expect((await inside(`GET /documents/${second}`)).body.data.withdrawnAt).not.toBeNull();
  expect((await world.acts('t-two')).slice(before)).toMatchObject([{ act: 'withdraw' }, { act: 'withdraw' }]);
  expect((await call([first, unknown, second])).body.data).toEqual(results);
  expect((await call(Array.from({ length: 201 }, () => randomUUID()))).status).toBe(400);
});

describe('a document', () => {
  const size = async (documentID: string, bytes: number) => {
    const { pool } = world.service.accounts;
    await pool.query('update documents set size = $2 where document_id = $1', [documentID, bytes]);
  };

  test('is listed in the requested order, with the name of its owner', async () => {
    const [small, large] = [await register('f-li-two'), await register('f-li-two')];
    await size(small, 1);
    await size(large, 900);
    const ids = async (sort: string) =>
      (await inside(`GET /documents?sort=${sort}`)).body.data.map(
        (one: { documentID: string }) => one.documentID,
      );
    expect((await ids('size'))[0]).toBe(small);
    expect((await ids('-size'))[0]).toBe(large);
    expect((await ids('createAt')).toSorted()).toEqual((await ids('-createAt')).toSorted());
    const [first] = (await inside('GET /documents?sort=size')).body.data;
    expect(first).toMatchObject({ ownerOID: 'f-li-two', ownerName: expect.stringMatching(/./) });
  });

  test('is transferred alone, with an audit record', async () => {
    await world.at('t-two')(world.operator, 'PUT /members/f-other', { state: 'active' });
    const [document, other] = [await register('f-li-two'), await register('f-li-two')];
    const transfer = (id: string, to: string) => inside(`POST /documents/${id}/actions/transfer`, { to });
    expect((await transfer(document, 'f-other')).status).toBe(204);
    expect((await inside(`GET /documents/${document}`)).body.data).toMatchObject({
      ownerOID: 'f-other',
      ownerName: '王',
      grants: [{ fid: 'f-other', name: '王', until: null }],
    });
    expect((await inside(`GET /documents/${other}`)).body.data.ownerOID).toBe('f-li-two');
    expect(await world.acts('t-two')).toContainEqual(
      expect.objectContaining({ act: 'document.transferred', subject: 'f-other' }),
    );
    expect((await transfer(document, 'f-none')).code).toBe('login.user_not_found');
    expect((await transfer(randomUUID(), 'f-other')).code).toBe('key.document_not_found');
  });
});

test('names of members are found by id within the tenant', async () => {
  const { body } = await inside('POST /people/actions/find-names', { fids: ['f-other', 'f-none', 'f-wang'] });
  expect(body.data).toEqual([{ fid: 'f-other', name: '王' }]);
});
