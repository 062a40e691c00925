import type { BrowserContext } from '@playwright/test';

/**
 * Playwright's WebDriver BiDi client sets a field's value by script, which React does not see as an edit. This function
 * takes the place of its own and edits as a paste does.
 */
function insertTextAsEdit(): void {
  const insertText = (text: string) => {
    if (document.activeElement instanceof HTMLIFrameElement) return document.activeElement;
    document.execCommand('insertText', false, text);
    return undefined;
  };
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => insertText,
    set() {
      // Playwright's own function is left out.
    },
  });
}

export const firefoxFixtures = {
  context: async (
    { context }: { readonly context: BrowserContext },
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> => {
    await context.addInitScript(insertTextAsEdit);
    await use(context);
  },
};
