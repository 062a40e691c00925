import { expect, it } from 'vitest';
import { agileOffice, standardOffice } from '../../testing/sample-encrypted.ts';
import { lockedOdf } from '../../testing/sample-locked-odf.ts';
import { sampleXlsx } from '../../testing/sample-xlsx.ts';
import { counted, show } from '../../testing/stage.ts';
import { chooseViewer } from '../viewer/choose.viewer.ts';
import type { Viewer } from '../viewer/viewer.types.ts';

const viewer: Viewer = async (stage) => (await chooseViewer({ viewer: 'locked', name: 'Office' })!())(stage);

/** Answers the prompts with these passwords, and then cancels. */
function answer(...passwords: readonly string[]) {
  const prompts: number[] = [];
  const requestPassword = async (failedAttempts: number) => {
    prompts.push(failedAttempts);
    return passwords[failedAttempts] ?? null;
  };
  return { prompts, requestPassword };
}

it.each([
  ['agile', agileOffice],
  ['standard', standardOffice],
])('opens a workbook with %s encryption once the right password is entered', async (_, encrypt) => {
  const { prompts, requestPassword } = answer('guess', '2026');
  const stage = await show(viewer, counted(encrypt(await sampleXlsx(), '2026')), { requestPassword });
  expect(prompts).toEqual([0, 1]);
  expect(stage.pages.at(-1)).toEqual([1, 3]);
  // Only the frame of the workbook remains.
  expect(stage.container.querySelectorAll('iframe').length).toBe(1);
  stage.open.close();
  expect(stage.failures).toEqual([]);
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('hands out the decrypted content for exact pages, also of a format that has no other view', async () => {
  const workbook = await sampleXlsx();
  const given = { requestPassword: answer('2026').requestPassword };
  const sheet = await show(viewer, counted(agileOffice(workbook, '2026')), given);
  const content = sheet.open.decryptedContent;
  expect(await content?.read(0, content.size)).toEqual(workbook);
  sheet.open.close();
  sheet.end();
  const text = await show(viewer, counted(await lockedOdf('<office:x/>', '2026')), given);
  expect(text.open.decryptedContent?.size).toBeGreaterThan(100);
  expect(text.container.children.length).toBe(0);
  text.open.close();
  text.end();
});

it('does not prompt for the password that Excel uses by itself', async () => {
  const { prompts, requestPassword } = answer();
  const file = agileOffice(await sampleXlsx(), 'VelvetSweatshop');
  const stage = await show(viewer, counted(file), { requestPassword });
  expect([prompts, stage.pages.at(-1)]).toEqual([[], [1, 3]]);
  stage.open.close();
  stage.end();
});

it.each([
  ['three wrong passwords', ['a', 'b', 'c'], [0, 1, 2]],
  ['a cancelled prompt', ['a'], [0, 1]],
])('stays closed after %s', async (_, passwords, expected) => {
  document.body.replaceChildren();
  const { prompts, requestPassword } = answer(...passwords);
  const opening = show(viewer, counted(agileOffice(await sampleXlsx(), '2026')), { requestPassword });
  await expect(opening).rejects.toMatchObject({ code: 'password' });
  expect(prompts).toEqual(expected);
  expect(document.querySelectorAll('iframe').length).toBe(0);
});
