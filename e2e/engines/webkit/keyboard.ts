import { Key } from 'selenium-webdriver';
import type { WebKitPage } from './page.ts';

const keys: Readonly<Record<string, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  Backspace: Key.BACK_SPACE,
  Delete: Key.DELETE,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Home: Key.HOME,
  End: Key.END,
  PageUp: Key.PAGE_UP,
  PageDown: Key.PAGE_DOWN,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
  ControlOrMeta: Key.CONTROL,
  Alt: Key.ALT,
  Meta: Key.META,
};

const isTypable = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Playwright's `Keyboard` over WebDriver. */
export class WebKitKeyboard {
  readonly #page: WebKitPage;

  constructor(page: WebKitPage) {
    this.#page = page;
  }

  /** `Shift+Tab`, `Control+a`, `Enter`, `x`. */
  async press(combination: string): Promise<void> {
    const pressed = combination.split(/(?<=.)\+/).map((key) => keys[key] ?? key);
    await this.#page.inFrames([], async ({ driver }) => {
      const actions = driver.actions({ async: false });
      for (const key of pressed) actions.keyDown(key);
      for (const key of pressed.toReversed()) actions.keyUp(key);
      await actions.perform();
    });
  }

  /** Characters that no key of the driver has come as an input method would bring them. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      if (isTypable(character)) await this.press(character === ' ' ? 'Space' : character);
      else await this.insertText(character);
    }
  }

  insertText(text: string): Promise<void> {
    return this.#page.evaluate((inserted) => void document.execCommand('insertText', false, inserted), text);
  }
}
