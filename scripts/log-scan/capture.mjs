// Put before every program of a test run (node --import): what it writes to standard error, and what its database server
// logs, is kept in LOG_CAPTURE's folder, and beside it the values that were sent, answered and stored and that no log may
// hold. check-logs.mjs looks for these in those. Nothing that the program does or prints is changed.
import childProcess from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { valuesIn, valuesOfFields } from './values.mjs';

const folder = process.env.LOG_CAPTURE;
if (folder) begin(folder);

function begin(place) {
  fs.mkdirSync(place, { recursive: true });
  // Threads have the number of their process.
  const own = `${process.pid}-${Math.round(performance.now() * 1000)}`;
  const lines = appender(join(place, `lines-${own}.log`));
  const values = appender(join(place, `values-${own}.jsonl`));
  const seen = new Set();
  const keep = (found) => {
    for (const [kind, value] of found) {
      const row = JSON.stringify([kind, value]);
      if (seen.has(row)) continue;
      seen.add(row);
      values(`${row}\n`);
    }
  };
  // What has no stream of its own to be kept from comes by here: loggers within a test, rows of its database.
  globalThis[Symbol.for('sealflow.log-capture')] = {
    line: (text) => lines(`${text.trimEnd()}\n`),
    json: (value) => keep(valuesIn(value)),
    fields: (name, found) => keep(valuesOfFields(name, found)),
  };
  keepErrors(lines);
  keepServerLogs(place);
  keepBodiesOnce(keep);
  syncBuiltinESMExports();
}

function appender(path) {
  const { openSync, writeSync } = fs;
  let file;
  return (text) => {
    file ??= openSync(path, 'a', 0o600);
    writeSync(file, text);
  };
}

/** The logger writes to the descriptor itself, everything else to the stream. */
function keepErrors(lines) {
  const { write, writeSync } = fs;
  const textOf = (data) => (typeof data === 'string' ? data : Buffer.from(data).toString('utf8'));
  fs.write = (file, data, ...rest) => {
    if (file === 2) lines(textOf(data));
    return write(file, data, ...rest);
  };
  fs.writeSync = (file, data, ...rest) => {
    if (file === 2) lines(textOf(data));
    return writeSync(file, data, ...rest);
  };
  const own = process.stderr.write.bind(process.stderr);
  process.stderr.write = (data, ...rest) => {
    lines(textOf(data));
    return own(data, ...rest);
  };
}

/** A database server is given a file to log to, which goes with its folder: its name here outlives that. */
function keepServerLogs(place) {
  const { spawn } = childProcess;
  const { readlinkSync, linkSync, openSync, readFileSync, writeFileSync } = fs;
  childProcess.spawn = (command, args, options) => {
    const log = options?.stdio?.[2];
    if (/^(?:postgres|initdb)$/.test(basename(command)) && typeof log === 'number') {
      const kept = join(place, `lines-server-${process.pid}-${log}-${Date.now()}.log`);
      const path = readlinkSync(`/proc/self/fd/${log}`);
      try {
        linkSync(path, kept);
      } catch {
        // On another disk there are no links to it.
        const file = openSync(path, 'r');
        process.once('exit', () => writeFileSync(kept, readFileSync(file)));
      }
    }
    return spawn(command, args, options);
  };
}

const mostBytes = 256 * 1024;
const isJson = (type) => String(type ?? '').startsWith('application/json');

/** Only who serves pays for it: most programs never do. */
function keepBodiesOnce(keep) {
  const began = 'http.server.request.start';
  const begin = () => {
    unsubscribe(began, begin);
    keepBodies(keep);
  };
  subscribe(began, begin);
}

/** What was asked of a service in this process, and what it answered. */
function keepBodies(keep) {
  const http = process.getBuiltinModule('node:http');
  const { Readable } = process.getBuiltinModule('node:stream');
  const parse = (chunks) => {
    try {
      keep(valuesIn(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    } catch {
      // No JSON, for all that it said.
    }
  };
  const asked = new WeakMap();
  http.IncomingMessage.prototype.push = function keptPush(chunk, ...rest) {
    const type = this.headers?.['content-type'];
    if (chunk !== null && chunk !== undefined && Number(this.headers?.['content-length'] ?? 0) <= mostBytes) {
      if (isJson(type)) asked.set(this, [...(asked.get(this) ?? []), Buffer.from(chunk)]);
      else if (String(type).startsWith('multipart/')) {
        const head = Buffer.from(chunk).subarray(0, 1024).toString('utf8');
        for (const [, name] of head.matchAll(/filename="([^"]+)"/g)) keep([['fileName', name]]);
      }
    } else if (chunk === null && asked.has(this)) parse(asked.get(this));
    return Readable.prototype.push.call(this, chunk, ...rest);
  };
  const end = Reflect.get(http.ServerResponse.prototype, 'end');
  http.ServerResponse.prototype.end = function keptEnd(chunk, ...rest) {
    const isText = isJson(this.getHeader?.('content-type')) && !this.getHeader('content-encoding');
    if (isText && (typeof chunk === 'string' || Buffer.isBuffer(chunk)) && chunk.length <= mostBytes)
      parse([Buffer.from(chunk)]);
    return Reflect.apply(end, this, [chunk, ...rest]);
  };
}
