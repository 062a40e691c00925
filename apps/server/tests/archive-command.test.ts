import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../src/app/demo/seed-demo.usecases.ts';
import { writeBackup } from '../src/infra/backup/write-backup.util.ts';
import { archiveApplications } from '../src/modules/archives/archiving.usecases.ts';
import { testCheckpoints } from '../testing/chain.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { commandLineAt } from './command-line-kit.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test' };
const key = { kid: 'test', publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
let service: TestService;
let object: { key: string; path: string };

beforeAll(async () => {
  service = await openTestService();
  await seedDemo(service);
  await sql`update flows set state = 'finished', updated_at = '2020-01-01' where tid = 'huachen'`.execute(
    service.db,
  );
  const chains = testCheckpoints(service.db, key);
  await archiveApplications(
    { chains, objects: service.objects },
    { tid: 'huachen', before: new Date('2021-01-01') },
  );
  const { object_key: name } = await service.db
    .selectFrom('application_archives')
    .select('object_key')
    .executeTakeFirstOrThrow();
  object = { key: name, path: join(service.folder, 'objects', name.slice(-2), name) };
  const keySets = { jwks: [publicJwk], other: [{ ...publicJwk, x: 'A'.repeat(43) }] };
  for (const [file, keys] of Object.entries(keySets))
    writeFileSync(join(service.folder, `${file}.json`), JSON.stringify({ keys }));
});
afterAll(() => service.close());

const verify = (file: string, ...more: string[]) =>
  commandLineAt(service.folder, {})(['archive', 'verify', '--file', file, ...more]);

test('an archive is verified without the service, with and without its keys', async () => {
  const valid = await verify(object.path, '--jwks', 'jwks.json');
  expect([valid.code, valid.err]).toEqual([0, '']);
  expect(valid.out).toMatch(/^archive 1 of huachen: \d+ applications, unchanged, signature valid\n$/);
  expect((await verify(object.path)).out).toContain('signature not verified');
  const other = await verify(object.path, '--jwks', 'other.json');
  expect([other.code, other.out.trim()]).toEqual([
    1,
    `${object.path} is not signed by a key of the service (signature)`,
  ]);
});

test('a changed archive is reported with its name', async () => {
  const bytes = readFileSync(object.path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(service.folder, 'flipped.gz'), bytes);
  const flipped = await verify('flipped.gz', '--jwks', 'jwks.json');
  expect([flipped.code, flipped.out]).toEqual([1, 'flipped.gz was changed (changed)\n']);
  expect((await verify('absent.gz')).code).toBe(1);
});

test('a backup contains the archives', async () => {
  const { objects } = await writeBackup({
    pool: service.database.pool,
    objects: service.objects,
    file: join(service.folder, 'backup.zip'),
    now: new Date(),
  });
  expect(objects?.map((one) => one.key)).toContain(object.key);
});
