// Regenerates the documents of the demo from their sources: node apps/server/demo/make-demo-documents.ts. The results are
// committed, so the service runs without it. It requires Chromium and two TrueType fonts, of which Chromium embeds
// subsets: fonts-lxgw-wenkai and fonts-wqy-microhei of Debian.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../../scripts/chromium.mjs';
import { annualReport } from './annual-report/index.ts';

const sources = join(import.meta.dirname, 'sources');
const documents = join(import.meta.dirname, 'documents');

const browser = await chromium.launch(chromiumLaunchOptions());
try {
  await print(browser, 'purchase-contract.html', '采购合同.pdf');
  await print(browser, 'supplier-handbook.html', 'Supplier Handbook.pdf');
  await print(browser, annualReport(), '年度运营报告.pdf');
  await draw(browser, 'floor-plan.svg', '三号厂房平面图.png');
} finally {
  await browser.close();
}

/** Prints a file of the sources, or HTML that stands beside them. */
async function print(browser: Browser, source: string, name: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(
    pathToFileURL(join(sources, source.startsWith('<') ? 'purchase-contract.html' : source)).href,
  );
  if (source.startsWith('<')) await page.setContent(source);
  // Tags double the size and nothing here reads them.
  await page.pdf({
    path: join(documents, name),
    preferCSSPageSize: true,
    tagged: false,
    printBackground: true,
  });
  await page.close();
}

async function draw(browser: Browser, source: string, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  await page.goto(pathToFileURL(join(sources, source)).href);
  await page.screenshot({ path: join(documents, name) });
  await page.close();
}
