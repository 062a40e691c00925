// Pictures of docs/guide, in one language: what an employee sees from the first start on.
import { en } from '../../apps/mobile/src/i18n/en.ts';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { createNorthfield, prepareHuachen } from './organisations.mjs';
import { chooseFile, openPage, origin, sample, shootSmall } from './stage.mjs';

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
    shoot: (name) => shootSmall(page, `${language}/${name}`),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    openTab: (tab) => page.getByRole('link', { name: texts.shell.tabs[tab] }).click(),
  };
  await signIn(screen);
  await readDocuments(screen);
  await sealFile(screen);
  await decideTasks(screen);
  await apply(screen);
  await screen.openTab('mine');
  await page.getByRole('button', { name: texts.mine.signOut }).waitFor();
  await screen.shoot('mine');
  await page.context().close();
}

async function signIn({ page, texts, organisation, shoot, press }) {
  const { auth } = texts;
  const { account, tenant } = organisation;
  await page.goto(origin);
  await page.getByRole('button', { name: auth.agreeAndGoOn }).waitFor();
  await shoot('consent');
  await press(auth.agreeAndGoOn);
  await page.getByRole('textbox', { name: auth.username }).waitFor();
  await shoot('sign-in');
  await page.getByRole('textbox', { name: auth.username }).fill(account.username);
  await page.getByRole('textbox', { name: auth.password }).fill(account.password);
  await page.getByRole('checkbox').check();
  await press(auth.signIn);
  await page.getByText(tenant.name).first().waitFor();
  await shoot('organisations');
  await page.getByRole('button', { name: tenant.name }).click();
  await page.waitForURL('**/sessionlist');
  await page.locator('main li').first().waitFor();
  await shoot('messages');
}

async function readDocuments({ page, texts, organisation, shoot, press, openTab }) {
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
      await shoot('document');
      await press(preview.contents);
      await page.getByRole('dialog', { name: preview.contents }).getByRole('listitem').first().waitFor();
      await waitForThumbnails(page);
      await shoot('contents');
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

async function sealFile({ page, texts, organisation, shoot, press }) {
  const { seal } = texts;
  await press(seal.action);
  await chooseFile(page, seal.chooseFile, sample(organisation.plain));
  await page.getByRole('radio', { name: new RegExp(`^${organisation.classification}`) }).check();
  await page.getByRole('button', { name: seal.changeFile, exact: true }).waitFor();
  await shoot('seal');
  await page.goBack();
}

async function decideTasks({ page, texts, shoot, press, openTab }) {
  const { work } = texts;
  await openTab('work');
  await page.locator('main li').first().waitFor();
  await shoot('work');
  await page.goto(`${origin}/approval?list=tasks`);
  await page.locator('main li button').first().click();
  await page.waitForURL('**/flowinfo16?**');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await shoot('task');
  await press(work.approve);
  await page.waitForURL('**/taskagree?**');
  await press(work.approvePhrases[1]);
  await shoot('approve');
  await page.context().setOffline(true);
  await press(work.confirmApprove);
  await page.getByText(work.waitingTitle).first().waitFor();
  await press(work.viewWaiting);
  await page.getByText(work.outbox.hint).waitFor();
  await shoot('outbox');
  await press(work.outbox.withdraw);
  await page.context().setOffline(false);
  await selectTasks({ page, texts, shoot, press });
}

async function selectTasks({ page, texts, shoot, press }) {
  const { work } = texts;
  await page.goto(`${origin}/approval?list=tasks&type=file_decryption`);
  await page.locator('main li button').first().waitFor();
  await press(work.selection.start);
  await press(work.selection.all);
  await page.getByRole('checkbox', { checked: true }).first().waitFor();
  await shoot('bulk');
}

async function apply({ page, texts, organisation, shoot, press }) {
  await page.goto(`${origin}/work?view=apply`);
  const types = page.getByRole('region', { name: texts.apply.choose }).getByRole('button');
  await types.first().waitFor();
  await shoot('application-types');
  await types.filter({ hasText: texts.apply.hints.file_decryption }).click();
  await page.getByRole('textbox', { name: texts.apply.title }).fill(organisation.newTitle);
  await page.getByRole('textbox', { name: texts.apply.description }).fill(organisation.newDescription);
  await press(texts.apply.fromRecent);
  await page.getByRole('checkbox').first().check();
  await press(texts.apply.addChosen(1));
  await page.getByText(texts.apply.fileStored).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await shoot('application');
  await page.goto(`${origin}/work`);
}
