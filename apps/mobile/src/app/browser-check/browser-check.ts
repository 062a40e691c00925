import { missingFeatures } from './requirements.rules.ts';

/** The app does not start in a page that has this attribute. */
const unsupportedAttribute = 'data-unsupported';

const missing = missingFeatures(window);
if (missing.length > 0) {
  document.documentElement.setAttribute(unsupportedAttribute, missing.join(' '));
  const page = document.getElementById('browser-check')?.getAttribute('data-page');
  if (page) {
    // Only such a browser loads what it shows instead of the app.
    const script = document.createElement('script');
    script.src = page;
    document.head.appendChild(script);
  }
}
