import type { BrowserCheckTexts } from '../texts.ts';

export const browserCheck: BrowserCheckTexts = {
  title: 'This browser can’t run Sealflow',
  missing: 'It lacks features that Sealflow needs: ',
  separator: ', ',
  features: {
    modules: 'JavaScript modules',
    moduleWorkers: 'module workers',
    webAssembly: 'WebAssembly',
    webLocks: 'Web Locks',
    indexedDb: 'IndexedDB',
    webCrypto: 'Web Crypto',
  },
  versionsTitle: 'Supported browsers',
  chromium: (version) => `Chrome, Edge and other Chromium browsers: ${version} or later`,
  safari: (version) => `Safari: ${version} or later (iOS and iPadOS ${version} or later)`,
  firefox: (version) => `Firefox: ${version} or later`,
  solutionsTitle: 'What you can do',
  update: 'Update your browser or system to one of these versions, then open this page again.',
  otherBrowser:
    'Open this address in another browser. If your browser has two engines, switch it to Chromium (“speed”) mode.',
  app: 'Use the Sealflow app on your phone.',
  hardened:
    'If iOS Lockdown Mode or your browser’s enhanced security mode is on, turn it off for this website. These modes disable WebAssembly.',
  reload: 'Open again',
  otherLanguage: '中文',
};
