import { pickLanguage } from '../../i18n/pick-language.rules.ts';
import { missingFeatures } from './requirements.rules.ts';
import { showUnsupportedBrowser } from './unsupported-browser.viewer.ts';

/** The app does not start in a page that has this attribute. */
const unsupportedAttribute = 'data-unsupported';

function storedLanguage(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}

const root = document.getElementById('root');
const missing = missingFeatures(window);
if (root && missing.length > 0) {
  document.documentElement.setAttribute(unsupportedAttribute, missing.join(' '));
  const script = document.getElementById('browser-check');
  showUnsupportedBrowser(root, {
    missing,
    // Browsers older than 2016 have `navigator.language` only.
    language: pickLanguage(storedLanguage(), navigator.languages ?? [navigator.language]),
    styleUrl: script?.getAttribute('data-style') ?? null,
  });
}
