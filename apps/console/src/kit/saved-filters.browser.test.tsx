import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { applyLanguage } from '../i18n/index.ts';
import { zh } from '../i18n/zh.ts';
import { usePreferenceStore } from '../platform/person-preference.store.ts';
import { setSessionState } from '../platform/session/session.store.ts';
import { useListState } from './list-state.hook.ts';
import { SavedFilters } from './saved-filters.component.tsx';

const { common } = zh;
const texts = common.savedFilters;

let root: Root;
let element: HTMLElement;
const address = location.href;

beforeAll(() => applyLanguage('zh'));
beforeEach(() => {
  localStorage.clear();
  element = document.createElement('div');
  document.body.append(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
  history.replaceState(null, '', address);
  localStorage.clear();
});

function List() {
  const list = useListState();
  return (
    <main>
      <h1 tabIndex={-1}>{useLocation().search || 'all'}</h1>
      <SavedFilters name="people:t" list={list} />
    </main>
  );
}

/** The list as a person of the browser opens it at an address. */
function open(aid: string, search: string): void {
  const session = {
    aid,
    token: 'token',
    expire: Date.now() + 60_000,
    bound: true,
    username: aid,
    tenants: [],
  };
  setSessionState({ phase: 'signedIn', session });
  // The list reads the address of the window.
  history.replaceState(null, '', `/people${search}`);
  root = createRoot(element);
  root.render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
}

const choose = async (button: string, item: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByText(item, { exact: true }).click();
};

async function save(name: string): Promise<void> {
  await choose(texts.title, texts.save);
  await expect.element(page.getByRole('textbox', { name: texts.name })).toHaveFocus();
  await userEvent.keyboard(`${name}{Enter}`);
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
}

it('saves the filter of the address under a name, and applies it later', async () => {
  open('li', '?state=active&q=wang&page=3&open=f1');
  await save('active');
  await page.getByRole('button', { name: common.clearFilters }).click();
  await expect.element(page.getByRole('heading')).toHaveTextContent('?open=f1');
  await expect.element(page.getByRole('heading')).toHaveFocus();
  root.unmount();

  open('li', '?department=d1');
  await choose(texts.title, 'active');
  await expect.element(page.getByRole('heading')).toHaveTextContent('?state=active&q=wang');
});

it('renames and deletes a saved filter, and refuses a name twice', async () => {
  open('li', '?state=ended');
  await save('ended');
  root.unmount();
  open('li', '?state=active');
  await choose(texts.title, texts.save);
  await userEvent.keyboard('ended');
  await expect.element(page.getByText(texts.taken)).toBeVisible();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByRole('button', { name: common.save })).toBeDisabled();
  await userEvent.keyboard('{Backspace}{Backspace}{Enter}');

  await choose('end', texts.rename('end'));
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}now{Enter}');
  await choose('now', texts.remove('now'));
  await expect.element(page.getByRole('button', { name: texts.title })).toBeVisible();
});

it('does not show the filters of one person to another', async () => {
  open('li', '?state=active');
  await save('secret');
  root.unmount();
  open('wang', '?state=active');
  await page.getByRole('button', { name: texts.title }).click();
  await expect.element(page.getByRole('menuitem', { name: texts.save })).toBeVisible();
  await expect.element(page.getByText('secret')).not.toBeInTheDocument();
});

it('says that a filter stays in this browser when the account has no room', async () => {
  open('zhao', '?state=active');
  usePreferenceStore.setState({ isFull: true });
  await choose(texts.title, texts.save);
  await expect.element(page.getByText(common.preferencesFull)).toBeVisible();
  usePreferenceStore.setState({ isFull: false });
});
