import { writeFile } from 'node:fs/promises';
import { samplePptx } from '@sealflow/viewers/testing/sample-pptx.ts';
import { sampleXlsx } from '@sealflow/viewers/testing/sample-xlsx.ts';
import { expect, test } from '../support/app.ts';
import { inkOf } from '../support/canvas-ink.ts';
import { docx } from '../support/docx.ts';
import { sealFile } from '../support/service.ts';
import { zipOf } from '../support/zip.ts';

// The service worker answers for frames, as in a user's browser.
test.use({ serviceWorkers: 'allow', viewport: { width: 1440, height: 900 } });

/** On a busy machine of two cores the engine starts for half a minute. */
const conversionTimeoutMs = 120_000;

const odf = 'urn:oasis:names:tc:opendocument:xmlns';
const mimetype = 'application/vnd.oasis.opendocument.text';
const odt = (text: string) =>
  zipOf(
    Object.entries({
      mimetype,
      'content.xml': `<office:document-content xmlns:office="${odf}:office:1.0" xmlns:text="${odf}:text:1.0" office:version="1.2"><office:body><office:text><text:p>${text}</text:p></office:text></office:body></office:document-content>`,
      'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${odf}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    }).map(([name, content]) => ({ name, content: Buffer.from(content) })),
  );
/** The picture is cut. It ends the engine, and a second one gets the document with the picture repaired. */
const rtf = String.raw`{\rtf1\ansi{\fonttbl\f0\fswiss Helvetica;}\f0\pard Minutes of the meeting.\par
{\pict\pngblip\picw50\pich50 89504e470d0a1a0a0000000d49484452000000010000000108060000${'00'.repeat(100)}}\par}`;

const documents: readonly (readonly [name: string, content: () => Uint8Array | Promise<Uint8Array>])[] = [
  ['会议纪要.docx', () => docx('三号厂房产线项目会议纪要')],
  ['会议纪要.odt', () => odt('三号厂房产线项目会议纪要')],
  ['minutes.rtf', () => Buffer.from(rtf)],
  ['会议纪要.pptx', () => samplePptx(['三号厂房产线项目'])],
  ['预算.xlsx', sampleXlsx],
  ['复验报告.docx', () => docx('设备调试按计划进行。')],
];

test(
  'exact pages: six documents one after another, and the first again, each under the watermark',
  { tag: ['@once'] },
  async ({ app, page }, testInfo) => {
    test.setTimeout(600_000);
    const { preview } = app.texts;
    const account = app.account('approver');
    const tenant = app.tenant('eds-pro_16');
    const showExactPages = async (title: string, isFirst = false) => {
      const startedAt = Date.now();
      await app.preview.getByRole('button', { name: preview.exact.show }).first().click();
      if (isFirst) await page.getByRole('button', { name: preview.exact.download }).click();
      const showLight = app.preview.getByRole('button', { name: preview.exact.showLight });
      await expect(showLight).toBeVisible({ timeout: conversionTimeoutMs });
      const firstPage = app.preview.locator('canvas').first();
      await expect.poll(async () => (await inkOf(firstPage)).whole).toBeGreaterThan(0.005);
      await expect.poll(async () => (await inkOf(firstPage)).margin).toBeGreaterThan(0.005);
      testInfo.annotations.push({
        type: 'exact page',
        description: `${title}: ${Date.now() - startedAt} ms`,
      });
      await page.goBack();
      await expect(app.preview).toHaveCount(0);
    };

    await app.signIn(account, tenant);
    await app.openTab('documents');
    for (const [index, [name, content]] of documents.entries()) {
      await test.step(name, async () => {
        const source = testInfo.outputPath(name);
        await writeFile(source, await content());
        const sealed = await sealFile(source, { tenant, owner: account, out: `${source}.tdf` });
        await app.openLocalFile(sealed);
        await showExactPages(name, index === 0);
      });
    }
    await test.step('the first document again', async () => {
      await app.rows.filter({ hasText: '会议纪要.docx' }).getByRole('button').first().click();
      await showExactPages('the first again');
    });
  },
);
