import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceFilePath } from '../src/app/service-file.util.ts';
import { type StartedService, startService } from '../src/app/start.compose.ts';
import { runCommandLine } from '../src/cli/command-line.usecases.ts';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { eventually } from '../testing/eventually.ts';
import { makeTestFolder } from '../testing/folder.ts';

const folder = makeTestFolder();
const dataDir = join(folder, 'data');
const plain = join(folder, '会议纪要.txt');
const sealed = join(folder, '会议纪要.txt.tdf');
const env = {
  DATA_DIR: dataDir,
  MASTER_KEY_FILE: join(folder, 'master.key'),
  PORT: '0',
  LOG_LEVEL: 'error',
};

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

async function sealflow(...words: string[]): Promise<CommandResult> {
  const result: CommandResult = { code: 0, out: '', err: '' };
  const out = (text: string) => void (result.out += text);
  const err = (text: string) => void (result.err += text);
  result.code = await runCommandLine(words, { env, folder, out, err });
  return result;
}

/** Parses the JSON object on the last line of the output. */
const json = ({ out }: CommandResult) =>
  JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;

let service: StartedService;

beforeAll(async () => {
  writeFileSync(plain, '一、出席人员\n二、决议事项\n');
  service = await startService({ config: readConfig(env), onDatabaseLost: () => {} });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('with a running service', () => {
  test('demo prints the demo tenants and accounts', async () => {
    const result = await sealflow('demo', '--json');

    expect(result.err).toBe('');
    expect(json(result)).toMatchObject({
      url: service.url,
      tenants: [{ serviceVersion: 'eds-pro_16.2' }, { serviceVersion: 'eds-pro_15.4' }],
    });
    expect(json(result)['accounts']).toContainEqual(
      expect.objectContaining({ role: 'employee', tenants: ['huachen', 'lanhai'] }),
    );
  });

  test('seal makes a file whose facts inspect shows', async () => {
    const result = await sealflow(
      'seal',
      '会议纪要.txt',
      '--tenant',
      'huachen',
      '--owner',
      'zhangwei',
      '--json',
    );
    const { tenants } = json(await sealflow('demo', '--json')) as { tenants: { key: string }[] };

    expect([result.err, result.code]).toEqual(['', 0]);
    expect(json(result)).toMatchObject({ file: sealed, size: statSync(sealed).size });
    expect(json(await sealflow('inspect', sealed, '--json'))).toEqual({
      encrypted: true,
      key: tenants[0]?.key,
      userOID: 'hc1001',
      orgID: 'hc-purchase',
      clID: null,
      mimeType: 'text/plain',
      size: statSync(plain).size,
    });
  });

  test('seal replaces a file only with --force and leaves no partial file', async () => {
    const before = readFileSync(sealed);
    const again = ['seal', plain, '--tenant', 'huachen', '--owner', 'zhangwei'];
    const refused = await sealflow(...again);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('already exists')]);
    expect(readFileSync(sealed)).toEqual(before);

    const unknownUser = await sealflow(
      'seal',
      plain,
      '--tenant',
      'huachen',
      '--owner',
      'nobody',
      '--out',
      'x.tdf',
    );
    expect([unknownUser.code, unknownUser.err]).toEqual([1, 'user not found (login.user_not_found)\n']);
    expect(existsSync(join(folder, 'x.tdf'))).toBe(false);

    expect((await sealflow(...again, '--force', '--classification', 'secret')).code).toBe(0);
    expect(json(await sealflow('inspect', sealed, '--json'))['clID']).toBe('secret');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('a key is rotated and a document is withdrawn', async () => {
    const [rotated, sealedAgain] = [
      await sealflow('keys', 'rotate', '--tenant', 'lanhai', '--json'),
      await sealflow('seal', plain, '--tenant', 'lanhai', '--owner', 'lina', '--out', 'lina.tdf', '--json'),
    ];
    expect(json(rotated)).toMatchObject({ generation: 2 });
    const { documentID } = json(sealedAgain);
    const withdrawn = await sealflow(
      'documents',
      'withdraw',
      String(documentID),
      '--tenant',
      'lanhai',
      '--json',
    );
    expect(json(withdrawn)).toEqual({ documentID, withdrawn: true });
  });

  test('audit shows who acted and that the records are intact', async () => {
    const { total, brokenAt, data } = json(
      await sealflow('audit', '--tenant', 'lanhai', '--limit', '3', '--json'),
    );

    expect(total).toBeGreaterThan(3);
    expect(brokenAt).toBeNull();
    expect(data).toHaveLength(3);
    // Between the calls the service processes the demo applications, and each verification is audited.
    const acts = ['withdraw', 'register', 'rotate'];
    await eventually(async () => {
      const listed = json(await sealflow('audit', '--tenant', 'lanhai', '--limit', '50', '--json'));
      const found = (listed['data'] as { act: string }[]).map(({ act }) => act);
      expect(found.filter((act) => acts.includes(act)).slice(0, 3)).toEqual(acts);
    });
    expect((await sealflow('audit', '--tenant', 'lanhai')).out).toContain('chain unbroken');
    expect((await sealflow('audit', '--tenant', 'lanhai', '--limit', 'all')).code).toBe(2);
    const rotations = await sealflow('audit', 'list', '--tenant', 'lanhai', '--act', 'rotate', '--json');
    expect(json(rotations)).toMatchObject({ total: 1, data: [{ act: 'rotate' }] });
    expect((await sealflow('audit', 'list', '--deployment')).code).toBe(0);
    for (const chain of [[], ['--deployment', '--tenant', 'lanhai']])
      expect((await sealflow('audit', 'list', ...chain)).code).toBe(2);
  });

  test('a chain is verified in the service, and from its export without the service', async () => {
    const verified = await sealflow('audit', 'verify', '--tenant', 'lanhai');
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('chain unbroken')]);
    expect((await sealflow('audit', 'verify', '--deployment')).code).toBe(0);

    const exported = json(
      await sealflow('audit', 'export', '--tenant', 'lanhai', '--out', 'chain.ndjson', '--json'),
    );
    const file = join(folder, 'chain.ndjson');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const keys = await (await fetch(`${service.url}/.well-known/jwks.json`)).text();
    writeFileSync(join(folder, 'keys.json'), keys);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(exported).toEqual({
      file,
      records: lines.filter((line) => line.includes('"type":"record"')).length,
    });

    const verify = (...words: string[]) => sealflow('audit', 'verify', '--file', 'chain.ndjson', ...words);
    const last = exported['records'];
    expect(json(await verify('--jwks', 'keys.json', '--json'))).toMatchObject({
      tid: 'lanhai',
      last,
      signedUpTo: last,
      brokenAt: null,
    });
    expect((await verify()).out).toContain('signatures not verified');
    expect((await verify('--jwks', 'chain.ndjson')).code).toBe(1);
    expect((await sealflow('audit', 'verify', '--file', 'nothing.ndjson')).code).toBe(1);

    writeFileSync(file, lines.join('\n').replace('"act":"rotate"', '"act":"grant"'));
    const { sequence } = JSON.parse(lines.find((line) => line.includes('"act":"rotate"')) ?? '') as {
      sequence: number;
    };
    const changed = await verify('--jwks', 'keys.json');
    expect([changed.code, changed.out]).toEqual([
      1,
      `chain BROKEN at ${sequence} (changed): record ${sequence} was changed\n`,
    ]);
    writeFileSync(file, lines.slice(0, -1).join('\n'));
    expect(await verify()).toMatchObject({
      code: 1,
      err: 'the file is truncated: the last line of the export is missing\n',
    });
  });
});

describe('without a service', () => {
  test('inspect works and recognizes a plain file', async () => {
    expect(json(await sealflow('inspect', plain, '--json'))).toEqual({
      encrypted: false,
      key: null,
      userOID: null,
      orgID: null,
      clID: null,
      mimeType: null,
      size: statSync(plain).size,
    });
  });

  test('usage errors and failures have different exit codes', async () => {
    const wrong = [['seal', plain], ['inspect'], ['inspect', 'a', 'b'], ['unseal'], ['demo', '--loud']];
    const codes = await Promise.all(wrong.map(async (words) => (await sealflow(...words)).code));
    expect(codes).toEqual([2, 2, 2, 2, 2]);
    expect(await sealflow('inspect', 'nothing.tdf')).toMatchObject({ code: 1, out: '' });
  });

  test('the command runs as a standalone program', async () => {
    const main = join(import.meta.dirname, '../src/cli/main.ts');
    const started = promisify(execFile)(process.execPath, [main, 'inspect', plain, '--json']);
    expect(JSON.parse((await started).stdout)).toMatchObject({ encrypted: false });
  });

  test('every command has a help text', async () => {
    const { out } = await sealflow('--help');
    expect(out).toMatch(/key +list, rotate, withdraw/);
    const commands = [
      'demo',
      'seal',
      'inspect',
      'key rotate',
      'document withdraw',
      'audit',
      'audit list',
      'audit export',
      'audit verify',
    ];
    const helps = await Promise.all(commands.map((name) => sealflow(...name.split(' '), '--help')));
    for (const [index, help] of helps.entries()) expect(help.out).toContain(`-- ${commands[index]} `);
  });
});

test('without a running service, a command starts one for itself and stops it', async () => {
  await service.stop();
  const result = await sealflow(
    'seal',
    plain,
    '--tenant',
    'huachen',
    '--owner',
    'lina',
    '--out',
    'alone.tdf',
    '--json',
  );

  expect([result.err, result.code]).toEqual(['', 0]);
  expect(json(await sealflow('inspect', 'alone.tdf', '--json'))).toMatchObject({ userOID: 'hc1002' });
  expect(existsSync(serviceFilePath(dataDir))).toBe(false);
});

test('a command connects to the service on its own machine, whatever its public address', async () => {
  const receivedHeaders: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    receivedHeaders.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const PUBLIC_URL = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const known = await startService({ config: readConfig({ ...env, PUBLIC_URL }), onDatabaseLost: () => {} });
  const result = await sealflow('operator', 'list', '--json');
  const demo = await sealflow('demo', '--json');
  await known.stop();
  elsewhere.close();

  expect([result.err, result.code]).toEqual(['', 0]);
  expect(json(demo)).toMatchObject({ url: PUBLIC_URL });
  // Other users can read the command line of a process, so it must not contain the credential.
  expect(receivedHeaders).toEqual([]);
});
