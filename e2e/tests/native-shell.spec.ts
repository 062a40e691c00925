import type { Page } from '@playwright/test';
import { buildWeb, nativeVariables } from '../../scripts/build-native.mjs';
import { expect, test } from '../support/app.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { oldWebView } from '../support/old-web-view.ts';
import { Phone, shellOrigin } from '../support/phone.ts';
import { origin, sample, sealFile } from '../support/service.ts';

// Chromium asks for permission before a page may access the local network, unlike a WebView.
test.use({ baseURL: shellOrigin, userAgent: oldWebView, permissions: ['local-network-access'] });

const builtFor = 'https://service.example';

/** The preflight requests of the page to another origin. */
function preflightsOf(page: Page) {
  const preflights = new Map<string, { url: string; method: string; headers: string }>();
  const safelisted = new Set(['accept', 'accept-language', 'content-language', 'range']);
  const setByBrowser =
    /^(?:sec-|user-agent$|referer$|origin$|host$|connection$|content-length$|accept-encoding$|:)/;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin()) return;
    const headers = Object.entries(request.headers())
      .filter(
        ([name, value]) =>
          !safelisted.has(name) && !setByBrowser.test(name) && !/^text\/plain|form-/.test(value),
      )
      .map(([name]) => name)
      .sort()
      .join(',');
    if (headers === '' && ['GET', 'HEAD', 'POST'].includes(request.method())) return;
    preflights.set(`${request.method()} ${headers}`, {
      url: request.url(),
      method: request.method(),
      headers,
    });
  });
  return preflights;
}

test(
  'the shell’s build runs in an old WebView, on the phone’s own storage',
  { tag: ['@once', '@devtools'] },
  async ({ app, page, request }, testInfo) => {
    const folder = testInfo.outputPath('shell');
    buildWeb({ variables: { ...nativeVariables('test'), VITE_API_HOST: builtFor }, outDir: folder });
    const phone = await Phone.of(page, { folder, builtFor, service: origin() });
    const preflights = preflightsOf(page);
    const consoleProblems: string[] = [];
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) consoleProblems.push(message.text());
    });
    const tenant = app.tenant('eds-pro_16');
    const owner = app.account('employee');
    const seal = (source: string, name: string) =>
      sealFile(sample(source), { tenant, owner, out: testInfo.outputPath(name) });
    const report = await seal('采购合同.pdf', '采购合同.pdf.tdf');
    const minutes = await seal('三号厂房产线项目会议纪要.txt', '会议纪要.txt.tdf');

    await app.signIn(owner, tenant);
    expect(await page.evaluate(() => 'toSpliced' in Array.prototype || 'scheduler' in window)).toBe(false);
    await app.rows.first().getByRole('button').first().click();
    await expect(page).toHaveURL(/\/messagelist/);
    await expect(app.rows.first()).toBeVisible();
    await phone.emit('App', 'backButton', { canGoBack: true });
    await expect(page).toHaveURL(/\/sessionlist$/);

    await app.openTab('documents');
    await app.openLocalFile(report);
    await expect
      .poll(async () => (await inkOf(app.preview.locator('canvas').first())).whole)
      .toBeGreaterThan(0.02);
    await page.screenshot({ path: testInfo.outputPath('shell.png') });
    await phone.emit('App', 'backButton', { canGoBack: true });
    await expect(app.preview).toHaveCount(0);

    // The frame of a viewer has its own policy and no bridge.
    await app.openLocalFile(minutes);
    const frame = app.preview.frameLocator('iframe');
    await expect(frame.getByText('会议纪要').first()).toBeVisible();
    expect(
      await frame.locator('html').evaluate(() => 'Capacitor' in window || 'androidBridge' in window),
    ).toBe(false);
    await page.goBack();
    await expect(app.rows).toHaveCount(2);

    // A library without a required feature logs it and omits the content.
    expect(consoleProblems).toEqual([]);
    // The session’s secrets and the files are on the phone, not in the browser’s stores.
    const used = new Set(phone.calls.map(({ plugin, method }) => `${plugin}.${method}`));
    for (const call of ['SecureStorage.internalSetItem', 'Filesystem.appendFile', 'CapacitorSQLite.run'])
      expect(used).toContain(call);
    expect(preflights.size).toBeGreaterThan(0);
    for (const { url, method, headers } of preflights.values()) {
      const response = await request.fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: shellOrigin,
          'access-control-request-method': method,
          ...(headers === '' ? {} : { 'access-control-request-headers': headers }),
        },
      });
      const responseHeaders = response.headers();
      expect(responseHeaders['access-control-allow-origin'], url).toBe(shellOrigin);
      expect(responseHeaders['access-control-allow-methods'], url).toContain(method);
      const allowedHeaders = (responseHeaders['access-control-allow-headers'] ?? '').toLowerCase();
      for (const name of headers.split(',').filter(Boolean)) expect(allowedHeaders, url).toContain(name);
    }
  },
);
