// Captures the logs of a test program in the folder LOG_CAPTURE, and the values that must not be in them. `node --import` loads
// this module before each program of a test run. The module does not change the behaviour or the output of the program.
//   lines-*.log     the lines that the program writes to stderr, and the logs of its PostgreSQL servers
//   values-*.jsonl  sensitive values and ids of its requests, responses and database rows
// check-logs.mjs searches the lines for the values.
import childProcess from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { kindOf, valuesIn, valuesOfFields } from './values.mjs';

// Tests replace the function with one that never runs.
const { setImmediate } = globalThis;

const captureFolder = process.env.LOG_CAPTURE;
if (captureFolder) startCapture(captureFolder);

function startCapture(folder) {
  fs.mkdirSync(folder, { recursive: true });
  // The time distinguishes the threads of a process, which share the process id.
  const threadId = `${process.pid}-${Math.round(performance.now() * 1000)}`;
  const appendLine = createAppender(join(folder, `lines-${threadId}.log`));
  const appendValue = createAppender(join(folder, `values-${threadId}.jsonl`));
  const capturedRows = new Set();
  const captureValues = (values) => {
    for (const [kind, value] of values) {
      const row = JSON.stringify([kind, value]);
      if (capturedRows.has(row)) continue;
      capturedRows.add(row);
      appendValue(`${row}\n`);
    }
  };
  // Test code calls these functions for logs that do not go to stderr, and for rows of the database
  // (`apps/server/testing/log.ts`).
  globalThis[Symbol.for('sealflow.log-capture')] = {
    line: (text) => appendLine(`${text.trimEnd()}\n`),
    json: (value) => captureValues(valuesIn(value)),
    hasKind: (name) => kindOf(name) !== null,
    fields: (name, values) => captureValues(valuesOfFields(name, values)),
  };
  captureStderr(appendLine);
  captureServerLogs(folder);
  captureBodiesOnFirstRequest(captureValues);
  syncBuiltinESMExports();
}

/**
 * Creates a function that appends to a file. The file is created with the first text. The texts of one turn of the event loop are
 * written together: a system call for each would take longer than the rest of the capture. A killed program loses its last turn.
 */
function createAppender(path) {
  const { openSync, writeSync } = fs;
  let file;
  let pending = '';
  const flush = () => {
    if (pending === '') return;
    file ??= openSync(path, 'a', 0o600);
    writeSync(file, pending);
    pending = '';
  };
  process.on('exit', flush);
  return (text) => {
    if (pending === '') setImmediate(flush);
    pending += text;
  };
}

/** Captures both ways to stderr: the logger writes to file descriptor 2, other code writes to the stream. */
function captureStderr(appendLine) {
  const { write, writeSync } = fs;
  const textOf = (data) => (typeof data === 'string' ? data : Buffer.from(data).toString('utf8'));
  fs.write = (file, data, ...rest) => {
    if (file === 2) appendLine(textOf(data));
    return write(file, data, ...rest);
  };
  fs.writeSync = (file, data, ...rest) => {
    if (file === 2) appendLine(textOf(data));
    return writeSync(file, data, ...rest);
  };
  const writeToStream = process.stderr.write.bind(process.stderr);
  process.stderr.write = (data, ...rest) => {
    appendLine(textOf(data));
    return writeToStream(data, ...rest);
  };
}

/**
 * Captures the log files of PostgreSQL servers. A test deletes the folder of its server with the log file, so the capture adds a
 * second hard link to the file.
 */
function captureServerLogs(folder) {
  const { spawn } = childProcess;
  const { readlinkSync, linkSync, openSync, readFileSync, writeFileSync } = fs;
  childProcess.spawn = (command, args, options) => {
    const log = options?.stdio?.[2];
    if (/^(?:postgres|initdb)$/.test(basename(command)) && typeof log === 'number') {
      const capturedLog = join(folder, `lines-server-${process.pid}-${log}-${Date.now()}.log`);
      const path = readlinkSync(`/proc/self/fd/${log}`);
      try {
        linkSync(path, capturedLog);
      } catch {
        // Hard links do not work across file systems. An open file can be read after its deletion.
        const file = openSync(path, 'r');
        process.once('exit', () => writeFileSync(capturedLog, readFileSync(file)));
      }
    }
    return spawn(command, args, options);
  };
}

const maxBodyBytes = 256 * 1024;
const isJson = (type) => String(type ?? '').startsWith('application/json');

/** Installs the capture of bodies at the first request, because most programs never serve requests. */
function captureBodiesOnFirstRequest(captureValues) {
  const requestChannel = 'http.server.request.start';
  const onFirstRequest = () => {
    unsubscribe(requestChannel, onFirstRequest);
    captureBodies(captureValues);
  };
  subscribe(requestChannel, onFirstRequest);
}

/** Captures the JSON bodies of requests and responses, and the file names of uploads. */
function captureBodies(captureValues) {
  const http = process.getBuiltinModule('node:http');
  const { Readable } = process.getBuiltinModule('node:stream');
  const captureJson = (chunks) => {
    try {
      captureValues(valuesIn(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    } catch {
      // The body is not JSON, although its content type is.
    }
  };
  const requestChunks = new WeakMap();
  http.IncomingMessage.prototype.push = function capturedPush(chunk, ...rest) {
    const type = this.headers?.['content-type'];
    const isSmall = Number(this.headers?.['content-length'] ?? 0) <= maxBodyBytes;
    if (chunk !== null && chunk !== undefined && isSmall) {
      if (isJson(type)) requestChunks.set(this, [...(requestChunks.get(this) ?? []), Buffer.from(chunk)]);
      else if (String(type).startsWith('multipart/')) {
        const head = Buffer.from(chunk).subarray(0, 1024).toString('utf8');
        for (const [, name] of head.matchAll(/filename="([^"]+)"/g)) captureValues([['fileName', name]]);
      }
    } else if (chunk === null && requestChunks.has(this)) captureJson(requestChunks.get(this));
    return Readable.prototype.push.call(this, chunk, ...rest);
  };
  const end = Reflect.get(http.ServerResponse.prototype, 'end');
  http.ServerResponse.prototype.end = function capturedEnd(chunk, ...rest) {
    const isText = isJson(this.getHeader?.('content-type')) && !this.getHeader('content-encoding');
    if (isText && (typeof chunk === 'string' || Buffer.isBuffer(chunk)) && chunk.length <= maxBodyBytes)
      captureJson([Buffer.from(chunk)]);
    return Reflect.apply(end, this, [chunk, ...rest]);
  };
}
