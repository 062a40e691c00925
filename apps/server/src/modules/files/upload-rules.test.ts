import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../../testing/accounts.ts';
import { eicar, openTestClamd, type TestClamd } from '../../../testing/clamd.ts';
import type { TestService } from '../../../testing/service.ts';
import { fileTokenOf, sendFile } from '../../../testing/uploads.ts';
import { storeFile } from './files.usecases.ts';

let clamd: TestClamd;
let service: TestService;
const tokens = { li: '', wang: '' };

beforeAll(async () => {
  clamd = await openTestClamd();
  service = await openAccounts({
    UPLOAD_QUOTA_BYTES: '100000',
    UPLOAD_TENANT_QUOTA_BYTES: '150000',
    UPLOAD_TYPES_REFUSED: 'application/x-elf, video/*',
    CLAMAV_URL: clamd.url,
  });
  for (const name of ['li', 'wang'] as const) tokens[name] = await fileTokenOf(service, name);
});
afterEach(async () => {
  clamd.says = undefined;
  await service.db.deleteFrom('files').execute();
});
afterAll(async () => {
  await service.close();
  await clamd.close();
});

const send = (bytes: Uint8Array | string, token = tokens.li, type = 'image/jpg') =>
  sendFile(service, token, bytes, { type });

async function usage(): Promise<number[]> {
  const rows = await service.accounts.db.selectFrom('upload_usage').select('bytes').execute();
  return [...new Set(rows.map((row) => row.bytes))];
}

describe('file types', () => {
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100)]);
  const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(5000)]);

  it.each([
    ['an executable', elf],
    ['an executable shorter than the inspected prefix', elf.subarray(0, 64)],
    ['a kind that is always rejected', mp4],
  ])('that are not allowed are detected by the bytes: %s', async (_, bytes) => {
    const response = await send(bytes);
    expect([response.statusCode, response.json().code]).toEqual([415, 'file.type_not_allowed']);
  });

  it.each(['image/jpg', 'mp4', 'video/mp4', '', 'application/x-elf'])(
    'that a sender declares are ignored: "%s"',
    async (type) => {
      expect((await send('plain', tokens.li, type)).json()).toMatchObject({ mimeType: 'text/plain' });
    },
  );
});

describe('quota', () => {
  it('of a person is exact, and deleted bytes are free again', async () => {
    const first = await send(randomBytes(60_000));
    expect(first.statusCode).toBe(200);
    const response = await send(randomBytes(40_001));
    expect([response.statusCode, response.json().code]).toEqual([413, 'file.quota_exceeded']);
    expect((await send(randomBytes(40_000))).statusCode).toBe(200);
    expect((await send('x')).json().code).toBe('file.quota_exceeded');
    expect((await service.ask(tokens.li, `DELETE /api/v1/files/${first.json().uri}`)).statusCode).toBe(204);
    expect((await send('x')).statusCode).toBe(200);
  });

  it('of a tenant is shared', async () => {
    await send(randomBytes(90_000));
    expect((await send(randomBytes(60_001), tokens.wang)).json().code).toBe('file.quota_exceeded');
    expect((await send(randomBytes(60_000), tokens.wang)).statusCode).toBe(200);
  });

  it('applies to simultaneous uploads', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(randomBytes(30_000))));
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(3);
    expect(await usage()).toContain(90_000);
  });

  it('does not apply to files that the service creates', async () => {
    await send(randomBytes(100_000));
    const made = await storeFile(
      service,
      { tid: 't-one', fid: 'f-li' },
      { name: 'made', content: [Buffer.from('x')] as unknown as AsyncIterable<Uint8Array> },
    );
    expect(made.size).toBe(1);
  });
});

describe('virus scanner', () => {
  it('runs before a file exists', async () => {
    const before = clamd.scanned;
    expect((await send('harmless')).statusCode).toBe(200);
    expect(clamd.scanned - before).toBe(1);
  });

  it('rejects infected files and records the rejection', async () => {
    const response = await send(`x${eicar}`);
    expect([response.statusCode, response.json().code]).toEqual([422, 'file.infected']);
    const { rows } = await sql`
      select decision, reason, subject from readable_audit_records where act = 'file.upload_refused'`.execute(
      service.accounts.db,
    );
    expect(rows).toEqual([{ decision: 'refused', reason: 'file.infected', subject: 'f-li' }]);
  });

  it('rejects every file while the scanner does not respond', async () => {
    clamd.says = 'ERROR';
    const response = await send('harmless');
    expect([response.statusCode, response.json().code]).toEqual([503, 'file.scan_failed']);
  });

  it('can be configured as optional', async () => {
    const lax = await openAccounts({ CLAMAV_URL: 'tcp://127.0.0.1:9', SCAN_OPTIONAL: 'true' });
    const response = await sendFile(lax, await fileTokenOf(lax, 'li'), 'harmless');
    expect(response.statusCode).toBe(200);
    expect(lax.logLines.some((line) => line.includes('virus scanner'))).toBe(true);
    await lax.close();
  });
});

it('stores nothing of a rejected upload and counts it against no quota', async () => {
  clamd.says = 'ERROR';
  await send('unscanned');
  await send(randomBytes(200_000));
  const left = await service.db.selectFrom('loose_objects').selectAll().execute();
  expect([left, await usage()]).toEqual([[], [0]]);
});
