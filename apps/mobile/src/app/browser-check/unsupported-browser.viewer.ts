import { browserCheck as en } from '../../i18n/en/browser-check.ts';
import { type Language, pickLanguage } from '../../i18n/pick-language.rules.ts';
import { browserCheck as zh } from '../../i18n/zh/browser-check.ts';
import { type Feature, minimumVersions } from './requirements.rules.ts';

// Compiled to ES5 for browsers older than 2015: no later method may be used here.

type PageOptions = { readonly missing: readonly Feature[]; readonly language: Language };

const texts = { zh, en };

function add(parent: Element, tag: string, text?: string): HTMLElement {
  const element = document.createElement(tag);
  if (text !== undefined) element.appendChild(document.createTextNode(text));
  parent.appendChild(element);
  return element;
}

function addList(parent: Element, items: readonly string[]): void {
  const list = add(parent, 'ul');
  for (const item of items) add(list, 'li', item);
}

function addStyle(url: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  document.head.appendChild(link);
}

/** Shows, in place of the app, what the browser lacks, which browsers work and what the user can do. */
function render(root: Element, { missing, language }: PageOptions): void {
  const text = texts[language];
  const names: string[] = [];
  for (const feature of missing) names.push(text.features[feature]);
  const solutions = [text.update, text.otherBrowser, text.app];
  // Lockdown modes for endangered people disable WebAssembly in browsers of any age.
  if (missing.length === 1 && missing[0] === 'webAssembly') solutions.push(text.hardened);

  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  while (root.firstChild) root.removeChild(root.firstChild);
  const main = add(root, 'main');
  main.className = 'unsupported-browser';
  const title = add(main, 'h1', text.title);
  title.tabIndex = -1;
  add(main, 'p', text.missing + names.join(text.separator));
  add(main, 'h2', text.versionsTitle);
  addList(main, [
    text.chromium(minimumVersions.chromium),
    text.safari(minimumVersions.safari),
    text.firefox(minimumVersions.firefox),
  ]);
  add(main, 'h2', text.solutionsTitle);
  addList(main, solutions);
  const buttons = add(main, 'p');
  add(buttons, 'button', text.reload).onclick = () => {
    location.reload();
  };
  const other = add(buttons, 'button', text.otherLanguage);
  other.lang = language === 'en' ? 'zh-CN' : 'en';
  other.onclick = () => {
    render(root, { missing, language: language === 'en' ? 'zh' : 'en' });
  };
  title.focus();
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}

const root = document.getElementById('root');
const missing = document.documentElement.getAttribute('data-unsupported');
const style = document.getElementById('browser-check')?.getAttribute('data-style');
if (root && missing) {
  if (style) addStyle(style);
  render(root, {
    missing: missing.split(' ') as Feature[],
    // Browsers older than 2016 have `navigator.language` only.
    language: pickLanguage(storedLanguage(), navigator.languages ?? [navigator.language]),
  });
}
