// Takes the pictures of the console in one language: the areas of an organisation, then those of operators.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '../../apps/console/src/i18n/en.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { operatorSteps } from './console-operator.mjs';
import { registerDevices } from './devices.mjs';
import { createNorthfield, prepareHuachen } from './organisations.mjs';
import { chooseFile, openPage, origin, takeSmallPicture } from './service-and-pages.mjs';

const desk = { viewport: { width: 1200, height: 750 }, isMobile: false, hasTouch: false };
const languages = {
  zh: {
    texts: zh,
    locale: 'zh-CN',
    prepare: prepareHuachen,
    administrator: ({ demo }) => demo.accounts.find(({ role }) => role === 'administrator'),
    departments: ['总部', '总部/研发部', '总部/研发部/平台组'],
    people:
      '姓名,部门,手机号,工号\n郑洁,采购部,1390000,2003\n周敏,采购部,13900002001,2001\n吴磊,总部/研发部,13900002002,2002\n孙浩,法务部,13900002004,2004\n',
    mailbox: 'orders@steel.example',
    message: { title: '年度保密培训', text: '周四下午两点，三号楼报告厅。请带工牌。' },
    owners: [
      { username: 'zhaoting', name: '赵婷' },
      { username: 'qianyong', name: '钱勇' },
      { username: 'sunli', name: '孙丽' },
    ],
    operator: { username: 'yuanfang', name: '袁方' },
    founded: { name: '晨光科技', username: 'liming', administrator: '李明' },
  },
  en: {
    texts: en,
    locale: 'en-GB',
    prepare: createNorthfield,
    administrator: ({ account }) => ({ ...account, username: 'grace' }),
    departments: ['Head office', 'Head office/Design', 'Head office/Design/Platform', 'Purchasing'],
    people:
      'name,department,phone,staff id\nNora West,Purchasing,1390000,2003\nRuth Miles,Purchasing,13900002001,2001\nAdam Stone,Head office/Design,13900002002,2002\nPaul Young,Purchasing,13900002004,2004\n',
    mailbox: 'orders@steel.example',
    message: { title: '安全培训', text: '周四下午两点，报告厅。' },
    messageInEnglish: { title: 'Security training', text: 'Thursday at 14:00 in the main hall.' },
    owners: [
      { username: 'alice', name: 'Alice Moor' },
      { username: 'henry', name: 'Henry Cole' },
      { username: 'laura', name: 'Laura Finch' },
    ],
    operator: { username: 'robin', name: 'Robin Lake' },
    founded: { name: 'Harbour Studio', username: 'jane', administrator: 'Jane Hill' },
  },
};

/** @param {{ browser: import('playwright').Browser, service: object, language: 'zh' | 'en' }} parts */
export async function takeConsolePictures({ browser, service, language }) {
  const content = languages[language];
  const organisation = await content.prepare(service);
  const { id: tid } = organisation.tenant;
  prepareConsole(service, { tid, content });
  await registerDevices({ browser, service, tid, language, department: 'guide-1', owners: content.owners });
  const parts = { service, content, language, administrator: content.administrator(organisation) };
  await takeAll(browser, { ...parts, scope: `t/${tid}`, steps: administratorSteps });
  await takeAll(browser, { ...parts, scope: 'operator', steps: operatorSteps });
}

/** Takes the steps one after the other on one page: the first one signs in. */
async function takeAll(browser, { scope, steps, language, ...parts }) {
  const { texts, locale } = parts.content;
  const page = await openPage(browser, { ...desk, locale });
  const screen = {
    ...parts,
    page,
    texts,
    field: (name) => page.getByRole('textbox', { name: new RegExp(`^${name}`) }),
    /** The first row of the table that is open. */
    row: () => page.getByRole('rowheader').first(),
    click: (name) => page.getByRole('button', { name, exact: true }).first().click(),
    takePicture: async (name) => {
      await page.getByText(texts.common.loading, { exact: true }).waitFor({ state: 'detached' });
      await takeSmallPicture(page, `${language}/console-${name}`);
    },
    openArea: async (path) => {
      await page.goto(`${origin}/console/${scope}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
  for (const step of steps) await step(screen);
  await page.context().close();
}

/** Adds departments, a mailbox and a second generation of the licence key. */
function prepareConsole({ cli }, { tid, content }) {
  const of = ['--tenant', tid];
  for (const [index, name] of content.departments.entries())
    cli('org', 'create', name, ...of, '--id', `guide-${index}`);
  cli('mailbox', 'trust', content.mailbox, ...of);
  cli('key', 'rotate', ...of);
}

async function signIn({ page, texts, field, administrator, takePicture }) {
  await page.goto(`${origin}/console/`);
  await field(texts.signIn.username).fill(administrator.username);
  await page.locator('input[type=password]').fill(administrator.password);
  await takePicture('sign-in');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: texts.shell.navigation }).waitFor();
}

async function showOverview({ page, texts, takePicture, openArea }) {
  await openArea('overview');
  await page.getByText(texts.overview.members).first().waitFor();
  await takePicture('overview');
}

async function showPeople({ page, row, takePicture, openArea }) {
  await openArea('people');
  await row().waitFor();
  await takePicture('people');
  await row().click();
  await page.getByRole('dialog').waitFor();
  await takePicture('person');
}

async function showImport({ page, texts, content, service, click, takePicture, openArea }) {
  const file = join(service.data, 'people.csv');
  writeFileSync(file, content.people);
  await openArea('people/import');
  await chooseFile(page, texts.imports.pick, file);
  await page.getByRole('button', { name: texts.imports.check }).waitFor();
  await takePicture('import-columns');
  await click(texts.imports.check);
  await page.getByRole('button', { name: texts.imports.run }).waitFor();
  await takePicture('import-check');
}

async function showDepartments({ page, content, takePicture, openArea }) {
  await openArea('departments');
  await page.getByRole('row', { name: content.departments[0] }).first().waitFor();
  await takePicture('departments');
}

async function showRoles({ row, takePicture, openArea }) {
  await openArea('roles');
  await row().waitFor();
  await takePicture('roles');
}

async function showDevices({ row, takePicture, openArea }) {
  await openArea('devices');
  await row().waitFor();
  await takePicture('devices');
}

async function showDocument({ page, row, takePicture, openArea }) {
  await openArea('documents');
  await row().click();
  await page.getByRole('dialog').waitFor();
  await takePicture('document');
}

async function showClassification({ page, row, takePicture, openArea }) {
  await openArea('classifications');
  await row().click();
  await page.getByRole('dialog').waitFor();
  await takePicture('classification');
}

async function showApplication({ page, row, texts, takePicture, openArea }) {
  await openArea('applications');
  await row().click();
  await page.getByRole('tab', { name: texts.applications.tabs.process }).click();
  await takePicture('application');
}

async function showDesigner({ page, texts, click, takePicture, openArea }) {
  const { addStage, problem } = texts.flowTypes;
  await openArea('flow-types/file_decryption');
  await page.getByRole('button', { name: addStage }).waitFor();
  await click(addStage);
  await page.getByText(problem.emptyStage(2)).first().waitFor();
  await takePicture('designer');
}

async function showMailboxes({ row, takePicture, openArea }) {
  await openArea('mailboxes');
  await row().waitFor();
  await takePicture('mailboxes');
}

async function showMessage({ page, texts, content, field, click, takePicture, openArea }) {
  await openArea('messages');
  await click(texts.messages.write);
  await field(texts.messages.titleZh).fill(content.message.title);
  await field(texts.messages.textZh).fill(content.message.text);
  if (content.messageInEnglish) {
    await page.getByText(texts.messages.withEnglish).click();
    await field(texts.messages.titleEn).fill(content.messageInEnglish.title);
    await field(texts.messages.textEn).fill(content.messageInEnglish.text);
  }
  await takePicture('message');
}

async function showKeys({ page, texts, takePicture, openArea }) {
  await openArea('keys');
  await page.getByText(texts.keys.number(2)).first().waitFor();
  await takePicture('keys');
}

async function showAudit({ row, takePicture, openArea }) {
  await openArea('audit');
  await row().waitFor();
  await takePicture('audit');
}

async function showSettings({ texts, field, takePicture, openArea }) {
  await openArea('settings');
  await field(texts.settings.name).waitFor();
  await takePicture('settings');
}

const administratorSteps = [
  signIn,
  showOverview,
  showPeople,
  showImport,
  showDepartments,
  showRoles,
  showDevices,
  showDocument,
  showClassification,
  showApplication,
  showDesigner,
  showMailboxes,
  showMessage,
  showKeys,
  showAudit,
  showSettings,
];
