import { measureInBrowser } from './app-database.ts';

/** The search in the text of 2,000 documents, in Chromium's own database. */
export const run = () => measureInBrowser('fulltext-entry.ts');
