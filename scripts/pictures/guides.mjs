// Takes the pictures of docs/guide in one language: the screens of an employee from the first start on.
import { en } from '../../apps/mobile/src/i18n/en.ts';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { createNorthfield, prepareHuachen } from './organisations.mjs';
import { chooseFile, demoFile, openPage, origin, takeSmallPicture } from './service-and-pages.mjs';

const phone = { viewport: { width: 412, height: 800 }, deviceScaleFactor: 1.5 };
const languages = {
  zh: { texts: zh, locale: 'zh-CN', prepare: prepareHuachen },
  en: { texts: en, locale: 'en-GB', prepare: createNorthfield },
};

/** @param {{ browser: import('playwright').Browser, service: object, language: 'zh' | 'en' }} parts */
export async function takeGuidePictures({ browser, service, language }) {
  const { texts, locale, prepare } = languages[language];
  const organisation = await prepare(service);
  const page = await openPage(browser, { ...phone, locale });
  const screen = {
    page,
    texts,
    organisation,
    takePicture: (name) => takeSmallPicture(page, `${language}/${name}`),
    clickButton: (name) => page.getByRole('button', { name, exact: true }).click(),
    openTab: (tab) => page.getByRole('link', { name: texts.shell.tabs[tab] }).click(),
  };
  await signIn(screen);
  await readDocuments(screen);
  await sealFile(screen);
  await decideTasks(screen);
  await apply(screen);
  await screen.openTab('mine');
  await page.getByRole('button', { name: texts.mine.signOut }).waitFor();
  await screen.takePicture('mine');
  await page.context().close();
}

async function signIn({ page, texts, organisation, takePicture, clickButton }) {
  const { auth } = texts;
  const { account, tenant } = organisation;
  await page.goto(origin);
  await page.getByRole('button', { name: auth.agreeAndGoOn }).waitFor();
  await takePicture('consent');
  await clickButton(auth.agreeAndGoOn);
  await page.getByRole('textbox', { name: auth.username }).waitFor();
  await takePicture('sign-in');
  await page.getByRole('textbox', { name: auth.username }).fill(account.username);
  await page.getByRole('textbox', { name: auth.password }).fill(account.password);
  await page.getByRole('checkbox').check();
  await clickButton(auth.signIn);
  await page.getByText(tenant.name).first().waitFor();
  await takePicture('organisations');
  await page.getByRole('button', { name: tenant.name }).click();
  await page.waitForURL('**/sessionlist');
  await page.locator('main li').first().waitFor();
  await takePicture('messages');
}

async function readDocuments({ page, texts, organisation, takePicture, clickButton, openTab }) {
  const { preview } = texts;
  const dialog = page.getByRole('dialog', { name: preview.title });
  await openTab('documents');
  for (const path of organisation.documents.toReversed()) {
    await chooseFile(page, texts.documents.open, path);
    await dialog.locator('canvas').first().waitFor();
    const isLast = path === organisation.documents[0];
    if (isLast) {
      const page1 = dialog.getByRole('button', { name: new RegExp(`^${preview.pageOf(1, '\\d+')}`) });
      await page1.first().waitFor();
      await takePicture('document');
      await clickButton(preview.contents);
      await page.getByRole('dialog', { name: preview.contents }).getByRole('listitem').first().waitFor();
      await waitForThumbnails(page);
      await takePicture('contents');
      await page.goBack();
    }
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  }
}

/** Waits until each thumbnail on the screen is drawn; a table of contents has none. */
function waitForThumbnails(page) {
  return page.waitForFunction(() =>
    [...document.querySelectorAll('[data-page]')]
      .filter((slot) => slot.getBoundingClientRect().top < window.innerHeight)
      .every((slot) => slot.querySelector('canvas') !== null),
  );
}

async function sealFile({ page, texts, organisation, takePicture, clickButton }) {
  const { seal } = texts;
  await clickButton(seal.action);
  await chooseFile(page, seal.chooseFile, demoFile(organisation.plain));
  await page.getByRole('radio', { name: new RegExp(`^${organisation.classification}`) }).check();
  await page.getByRole('button', { name: seal.addFiles, exact: true }).waitFor();
  await takePicture('seal');
  await page.goBack();
}

async function decideTasks({ page, texts, takePicture, clickButton, openTab }) {
  const { work } = texts;
  await openTab('work');
  await page.locator('main li').first().waitFor();
  await takePicture('work');
  await page.goto(`${origin}/approval?list=tasks`);
  await page.locator('main li button').first().click();
  await page.waitForURL('**/flowinfo16?**');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await takePicture('task');
  await clickButton(work.approve);
  await page.waitForURL('**/taskagree?**');
  await clickButton(work.approvePhrases[1]);
  await takePicture('approve');
  await page.context().setOffline(true);
  await clickButton(work.confirmApprove);
  await page.getByText(work.waitingTitle).first().waitFor();
  await clickButton(work.viewWaiting);
  await page.getByText(work.outbox.hint).waitFor();
  await takePicture('outbox');
  await clickButton(work.outbox.withdraw);
  await page.context().setOffline(false);
  await selectTasks({ page, texts, takePicture, clickButton });
}

async function selectTasks({ page, texts, takePicture, clickButton }) {
  const { work } = texts;
  await page.goto(`${origin}/approval?list=tasks&type=file_decryption`);
  await page.locator('main li button').first().waitFor();
  await clickButton(work.selection.start);
  await clickButton(work.selection.all);
  await page.getByRole('checkbox', { checked: true }).first().waitFor();
  await takePicture('bulk');
}

async function apply({ page, texts, organisation, takePicture, clickButton }) {
  await page.goto(`${origin}/work?view=apply`);
  const types = page.getByRole('region', { name: texts.apply.choose }).getByRole('button');
  await types.first().waitFor();
  await takePicture('application-types');
  await types.filter({ hasText: texts.apply.hints.file_decryption }).click();
  await page.getByRole('textbox', { name: texts.apply.title }).fill(organisation.newTitle);
  await page.getByRole('textbox', { name: texts.apply.description }).fill(organisation.newDescription);
  await clickButton(texts.apply.fromRecent);
  await page.getByRole('checkbox').first().check();
  await clickButton(texts.apply.addChosen(1));
  // The announcement for screen readers has the same words.
  await page.getByText(new RegExp(`· ${texts.apply.fileStored}$`)).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await takePicture('application');
  await page.goto(`${origin}/work`);
}
