import type { Locator, Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect } from './app.ts';
import { pressKey, reach } from './keyboard.ts';

const { flowTypes: texts } = zh;

/** The designer of processes, used by the keyboard alone. */
export class Designer {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  stage(number: number): Locator {
    return this.page.getByRole('row', { name: new RegExp(`^${texts.stage(number)}`) });
  }

  press(name: string): Promise<void> {
    return pressKey(this.page.getByRole('button', { name, exact: true }));
  }

  async choosePerson(field: string, name: string): Promise<void> {
    await reach(this.page.getByRole('combobox', { name: field }));
    await this.page.keyboard.type(name);
    await expect(this.page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  async addStage(approver: string): Promise<void> {
    await this.press(texts.addStage);
    await this.choosePerson(texts.addApprover, approver);
  }

  /** Drags a stage behind the next one. */
  async moveDown(number: number): Promise<void> {
    const { keyboard } = this.page;
    await reach(this.stage(number));
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    const marks = this.page.locator('[role=button][aria-roledescription]:focus');
    await expect(marks).toHaveAttribute('aria-label', new RegExp(texts.stage(number)));
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  }

  /** Publishes the process while no application is in progress. @param version - its new version. */
  async publish(version: number): Promise<void> {
    await this.press(texts.publish);
    const dialog = this.page.getByRole('alertdialog');
    await expect(dialog).toContainText(texts.publishText(0));
    await pressKey(dialog.getByRole('button', { name: texts.publish }));
    await expect(this.page.getByText(texts.published(version))).toBeVisible();
  }
}
