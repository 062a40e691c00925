import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NetworkProxy } from './network-proxy.ts';
import { urlMatches } from './url-match.ts';

const origin = 'http://localhost:1234';

describe('urlMatches', () => {
  test.each([
    ['**/api/v1/files', `${origin}/api/v1/files`],
    ['**/api/v1/files', `${origin}/deep/api/v1/files`],
    ['**/assets/**', `${origin}/assets/a/b.js`],
    ['**/assets/devices.screen-*', `${origin}/assets/devices.screen-Xy1.js`],
    ['**/*.wasm', `${origin}/assets/sqlite.wasm`],
    ['/', `${origin}/`],
    ['/sw.js', `${origin}/sw.js`],
    [/\/msgs$/, `${origin}/sessions/1/msgs`],
    [(url: URL) => url.searchParams.has('q'), `${origin}/search?q=a`],
  ])('%s matches %s', (match, url) => {
    expect(urlMatches(url, match, origin)).toBe(true);
  });

  test.each([
    // A single star does not match a slash.
    ['**/download-files/*', `${origin}/download-files/1/2`],
    // A glob matches the whole address with its query.
    ['**/api/v1/files', `${origin}/api/v1/files?limit=1`],
    ['**/api/v1/files', `${origin}/api/v1/files/1`],
    // A dot is no wildcard.
    ['**/*.wasm', `${origin}/assets/sqlite-wasm`],
    ['/', `${origin}/work`],
    ['/sw.js', 'http://localhost:9/sw.js'],
    [/\/msgs$/, `${origin}/msgs?skip=1`],
    [(url: URL) => url.searchParams.has('q'), `${origin}/search`],
  ])('%s does not match %s', (match, url) => {
    expect(urlMatches(url, match, origin)).toBe(false);
  });
});

describe('NetworkProxy', () => {
  let service: Server;
  let proxy: NetworkProxy;

  beforeEach(async () => {
    service = createServer((incoming, serverResponse) => {
      const isZipped = incoming.headers['accept-encoding']?.includes('gzip') ?? false;
      const body = `response to ${incoming.url}`;
      serverResponse.writeHead(200, { 'x-kept': 'yes', ...(isZipped ? { 'content-encoding': 'gzip' } : {}) });
      serverResponse.end(isZipped ? gzipSync(body) : body);
    });
    await new Promise<void>((resolve) => {
      service.listen(0, '127.0.0.1', resolve);
    });
    proxy = await NetworkProxy.open(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  });

  afterEach(async () => {
    await proxy.close();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  const get = async (path: string) => (await fetch(proxy.origin + path)).text();

  test('forwards a request that matches no rule', async () => {
    proxy.route('**/other', (route) => route.abort());
    expect(await get('/one')).toBe('response to /one');
  });

  test('applies the newest rule first, and the older rule when the newest falls back', async () => {
    const calledRules: string[] = [];
    proxy.route('/one', (route) => {
      calledRules.push('older');
      return route.continue();
    });
    proxy.route('/one', (route) => {
      calledRules.push('newest');
      return route.fallback();
    });
    expect(await get('/one')).toBe('response to /one');
    expect(calledRules).toEqual(['newest', 'older']);
  });

  test('forwards a request for which every rule falls back', async () => {
    proxy.route('/one', (route) => route.fallback());
    expect(await get('/one')).toBe('response to /one');
  });

  test('removes a rule after its number of requests', async () => {
    proxy.route('/one', (route) => route.fulfill({ status: 502, body: 'bad' }), { times: 1 });
    expect(await get('/one')).toBe('bad');
    expect(await get('/one')).toBe('response to /one');
  });

  test('removes the rules of one address only', async () => {
    proxy.route('/one', (route) => route.fulfill({ body: 'first' }));
    proxy.route('/two', (route) => route.fulfill({ body: 'second' }));
    proxy.unroute('/one');
    expect([await get('/one'), await get('/two')]).toEqual(['response to /one', 'second']);
  });

  test('lets a rule read and change the decompressed response', async () => {
    proxy.route('/one', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('response', 'changed response'),
      });
    });
    const received = await fetch(`${proxy.origin}/one`, { headers: { 'accept-encoding': 'gzip' } });
    expect([await received.text(), received.headers.get('x-kept')]).toEqual([
      'changed response to /one',
      'yes',
    ]);
  });

  test('aborts a request without a response, and reports the failure', async () => {
    const failed: string[] = [];
    proxy.events.on('requestfailed', ({ url }: { url: string }) => failed.push(url));
    proxy.route('/one', (route) => route.abort());
    await expect(get('/one')).rejects.toThrow('fetch failed');
    expect(failed).toEqual([`${proxy.origin}/one`]);
  });

  test('forwards nothing while it is offline', async () => {
    proxy.setOffline(true);
    await expect(get('/one')).rejects.toThrow('fetch failed');
    proxy.setOffline(false);
    expect(await get('/one')).toBe('response to /one');
  });

  test('is idle only after the response to the last request', async () => {
    let respond: () => void = () => undefined;
    const ruleCalled = new Promise<void>((resolve) => {
      proxy.route('/one', async (route) => {
        resolve();
        await new Promise<void>((resolveWait) => {
          respond = resolveWait;
        });
        await route.fulfill({ body: 'late' });
      });
    });
    const order: string[] = [];
    const received = get('/one').then(() => order.push('response'));
    await ruleCalled;
    const idle = proxy.untilIdle().then(() => order.push('idle'));
    // Longer than the idle time.
    await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, 700))]);
    respond();
    await Promise.all([received, idle]);
    expect(order).toEqual(['response', 'idle']);
  });
});
