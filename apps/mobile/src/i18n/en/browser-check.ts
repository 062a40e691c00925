import type { BrowserCheckTexts } from '../texts.ts';

export const browserCheck: BrowserCheckTexts = {
  title: 'This browser cannot run Sealflow',
  missing: 'It does not have what Sealflow needs: ',
  separator: ', ',
  features: {
    modules: 'JavaScript modules',
    moduleWorkers: 'module workers',
    webAssembly: 'WebAssembly',
    webLocks: 'Web Locks',
    indexedDb: 'IndexedDB',
    webCrypto: 'Web Crypto',
  },
  versionsTitle: 'Browsers that work',
  chromium: (version) => `Chrome, Edge and other browsers with Chromium: ${version} or later`,
  safari: (version) => `Safari: ${version} or later (iOS and iPadOS ${version} or later)`,
  firefox: (version) => `Firefox: ${version} or later`,
  solutionsTitle: 'What you can do',
  update: 'Update the browser, or the system, to one of these versions, and open this page again.',
  otherBrowser:
    'Open this address in another browser. A browser with two engines has to be in its Chromium (“speed”) mode.',
  app: 'Use the Sealflow app on your phone.',
  hardened:
    'If Lockdown Mode of iOS or the enhanced security mode of the browser is on, turn it off for this website: they disable WebAssembly.',
  reload: 'Open again',
  otherLanguage: '中文',
};
