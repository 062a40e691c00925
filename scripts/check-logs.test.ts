import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createValueSearch, findingsIn, valuesToSearch } from './check-logs.mjs';
import { valuesIn } from './log-scan/values.mjs';

const kindsIn = (line: string, searchValues = createValueSearch(new Map())) =>
  findingsIn(line, searchValues).map(({ kind }) => kind);
const logged = (entry: object) => JSON.stringify({ level: 50, time: '2026-11-22T10:00:00.000Z', ...entry });
// The tests join the parts of secrets, because check-secrets.mjs also searches this file.
const joined = (...parts: string[]) => parts.join('');
const word = joined('k3Jx9', 'Qv2Lp7', 'Zr0Tw8', 'Bn5YcM1d');

it.each([
  ['phone number', logged({ msg: 'no account of 13812345678' })],
  ['phone number', logged({ to: '+86 138 1234 5678' })],
  ['e-mail address', logged({ msg: 'refused for li@example.com' })],
  ['token', logged({ msg: joined('token ey', 'JhbGciOiJFZERTQSJ9.', word) })],
  ['token', joined('authorization: Bear', 'er ', word)],
  ['key', joined('-----BEGIN PRIV', 'ATE KEY-----')],
  ['key', logged({ key: joined(word, word, '=') })],
  ['values of a row', logged({ err: { detail: 'Key (username)=(li) already exists.' } })],
  ['statement with values', '2026-11-22 10:00:00 UTC [12] STATEMENT:  select 1'],
  ['address with a password', joined('cannot reach postgresql://sealflow:', 'x1@db/sealflow')],
  ['file name', logged({ msg: 'cannot read 报价.docx' })],
  ['file name', logged({ msg: 'cannot read plan.pdf' })],
  ['words of a person', logged({ msg: '张伟 was refused' })],
])('finds a %s by its pattern', (kind, line) => expect(kindsIn(line)).toContain(kind));

it('ignores times, source locations and ids', () => {
  const id = '9ac2946e-1f4b-4c6e-9d0a-7d1f3c5b8a20';
  const stack =
    '    at decide (/srv/a/decide.usecases.ts:12:3)\n    at node:internal/process/task_queues:104:5';
  const call = {
    reqId: id,
    method: 'GET',
    route: '/api/v1/tenants/:tid/user-flows',
    status: 200,
    ms: 13_812,
  };
  expect(kindsIn(logged({ ...call, msg: 'call' }))).toEqual([]);
  expect(kindsIn(logged({ err: { type: 'Error', message: 'timeout', stack }, tid: id }))).toEqual([]);
});

it('finds the values that the run used, and no match within another word', () => {
  const body = {
    username: 'liwei',
    password: 'Correct-horse-9',
    aid: 'a-liwei',
    files: [{ fileName: '报价' }],
  };
  const searchValues = createValueSearch(valuesToSearch(valuesIn(body)));
  expect(kindsIn(logged({ msg: 'liwei signed in' }), searchValues)).toEqual(['username']);
  expect(kindsIn(logged({ msg: 'tried Correct-horse-9' }), searchValues)).toEqual(['password']);
  expect(kindsIn(logged({ msg: 'sealed 报价' }), searchValues)).toContain('name');
  expect(kindsIn(logged({ msg: 'daliweis' }), searchValues)).toEqual([]);
});

it('reads values from bodies that are nested deeper than the call stack', () => {
  let body: unknown = { username: 'liwei' };
  for (let depth = 0; depth < 100_000; depth += 1) body = { a: [body] };
  expect(valuesIn(body)).toEqual([['username', 'liwei']]);
});

it('allows file names in the output of a command, and not in the log of the service', () => {
  const failed = "ENOENT: no such file or directory, open '/srv/offer.pdf'";
  expect(kindsIn(failed)).toEqual([]);
  expect(kindsIn(logged({ err: { message: failed } }))).toEqual(['file name']);
});

it('ignores values that are also ids', () => {
  const searchValues = createValueSearch(valuesToSearch(valuesIn({ username: 'zhangwei', aid: 'zhangwei' })));
  expect(kindsIn(logged({ aid: 'zhangwei', msg: 'signed out' }), searchValues)).toEqual([]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealflow-logs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const capture = new URL('log-scan/capture.mjs', import.meta.url).href;
const scanner = new URL('check-logs.mjs', import.meta.url).pathname;
const scan = () => spawnSync(process.execPath, [scanner, folder], { encoding: 'utf8' });

/**
 * Runs a service that receives one request and writes one log line.
 * @param message - the JavaScript expression of the line. `body` is the body of the request.
 */
function runService(message: string) {
  const program = `
    import { createServer } from 'node:http';
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => { text += chunk; });
      request.on('end', () => {
        const body = JSON.parse(text);
        process.stderr.write(${message} + '\\n');
        response.setHeader('content-type', 'application/json');
        response.end('{"ok":true}');
      });
    });
    server.listen(0, async () => {
      const body = JSON.stringify({ username: 'liwei', title: 'merger with nobody' });
      const headers = { 'content-type': 'application/json' };
      await fetch('http://127.0.0.1:' + server.address().port, { method: 'POST', headers, body });
      server.close();
    });`;
  const env = { ...process.env, LOG_CAPTURE: folder, NODE_OPTIONS: `--import=${capture}` };
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
}

it('finds values of requests in the log of a program, whichever way they reached it', () => {
  const ran = runService('"cannot take " + body.title');
  expect([ran.status, ran.stderr]).toEqual([0, 'cannot take merger with nobody\n']);
  const { status, stderr } = scan();
  expect(status).toBe(1);
  expect(stderr).toContain('text "merger with nobody"');
});

it('reports how many lines it searched if it finds nothing, and deletes the values', () => {
  runService('"cannot take it"');
  const { status, stdout } = scan();
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^No personal data and no secrets in \d+ lines/),
  ]);
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

it('rejects a run without logs or without values', () => {
  expect(scan().status).toBe(2);
  writeFileSync(join(folder, 'lines-1.log'), 'started\n');
  expect(scan().status).toBe(2);
  expect(readFileSync(join(folder, 'lines-1.log'), 'utf8')).toBe('started\n');
});
