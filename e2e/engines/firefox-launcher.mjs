#!/usr/bin/env node
// A proxy between Playwright and Firefox ESR. It answers the WebDriver BiDi commands that this Firefox lacks, adds ids
// to its download events, and keeps the driver from listening to workers.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Commands of newer releases that Playwright sends to each context. The preferences of the profile have the same effect. */
const unsupported = new Set(['emulation.setMediaFeaturesOverride']);

const firefox = spawn(
  process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  [...process.argv.slice(2), '--remote-allow-system-access'],
  { stdio: ['inherit', 'inherit', 'pipe'] },
);
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

createInterface(firefox.stderr).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
  if (!address) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, request) => forward(client, new URL(request.url ?? '/', address)));
  server.on('listening', () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
});

/** Playwright distinguishes downloads by an id. The events of this release have only a context and an address. */
function createDownloadIds() {
  const running = new Map();
  return (text) => {
    if (!text.includes('"browsingContext.download')) return text;
    const message = JSON.parse(text);
    const { context, url, download } = message.params ?? {};
    if (download !== undefined || url === undefined) return text;
    const key = `${context} ${url}`;
    const id = running.get(key) ?? randomUUID();
    if (message.method === 'browsingContext.downloadWillBegin') running.set(key, id);
    else running.delete(key);
    return JSON.stringify({ ...message, params: { ...message.params, download: id } });
  };
}

/**
 * While the driver listens to workers, Firefox sometimes blocks a worker that creates a worker, for ever. The engine of exact pages
 * creates its threads so. The listener starts with the session and ends here.
 */
const workerListener = 'WebDriverWorkerListener';

/** The id of the launcher's own commands. Playwright counts from 1. */
const ownId = 2 ** 40;

/**
 * Ends the listener in all processes, through a window of the browser itself.
 * @returns a function that takes the answers to its commands, and returns true for the last one.
 */
function removeWorkerListener(browser) {
  const send = (method, params) => browser.send(JSON.stringify({ id: ownId, method, params }));
  send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  return ({ type, result, message }) => {
    if (type === 'error') throw new Error(`Firefox does not end its listener to workers: ${message}`);
    const context = result.contexts?.[0]?.context;
    if (context === undefined) return true;
    const expression = `ChromeUtils.unregisterProcessActor('${workerListener}')`;
    send('script.evaluate', { expression, target: { context }, awaitPromise: false });
    return false;
  };
}

function forward(client, address) {
  const browser = new WebSocket(address);
  const early = [];
  browser.on('open', () => {
    for (const text of early.splice(0)) browser.send(text);
  });
  const withId = createDownloadIds();
  let sessionId;
  let sessionAnswer;
  let takeOwnAnswer;
  browser.on('message', (/** @type {Buffer} */ data) => {
    const text = data.toString('utf8');
    const { id, ...message } = sessionId === undefined ? {} : JSON.parse(text);
    if (id === undefined) client.send(withId(text));
    else if (id === sessionId) {
      sessionAnswer = text;
      takeOwnAnswer = removeWorkerListener(browser);
    } else if (id === ownId && takeOwnAnswer(message)) {
      sessionId = undefined;
      client.send(sessionAnswer);
    }
  });
  browser.on('close', () => client.close());
  browser.on('error', () => client.close());
  client.on('close', () => browser.close());
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === 'session.new') sessionId = id;
    if (unsupported.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else early.push(text);
  });
}
