import { Key } from 'selenium-webdriver';
import type { DriverWindow } from './webdriver-session.ts';

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
  readonly #window: DriverWindow;

  constructor(window: DriverWindow) {
    this.#window = window;
  }

  /** `Shift+Tab`, `Control+a`, `Enter`, `x`. */
  async press(combination: string): Promise<void> {
    const pressed = combination.split(/(?<=.)\+/).map((key) => keys[key] ?? key);
    await this.#window.inFrames([], async ({ driver }) => {
      const actions = driver.actions({ async: false });
      for (const key of pressed) actions.keyDown(key);
      for (const key of pressed.toReversed()) actions.keyUp(key);
      await actions.perform();
    });
  }

  /** Inserts characters without a key of the driver like an input method. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      if (isTypable(character)) await this.press(character === ' ' ? 'Space' : character);
      else await this.insertText(character);
    }
  }

  insertText(text: string): Promise<void> {
    return this.#window.inFrames([], (session) =>
      session.call<void>(
        (inserted: string) => void document.execCommand('insertText', false, inserted),
        text,
      ),
    );
  }
}
