import type { BrowserContext } from '@playwright/test';

/**
 * Playwright’s WebDriver BiDi client sets a field’s value by script, which React does not see as an edit. This
 * function replaces it and edits like a paste.
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
      // Removes Playwright’s own function.
    },
  });
}

/** The body of a request as it was sent; `type` is the content type if the body determines it. */
export type SentBody = { readonly type: string | null; readonly base64: string };

/** Stores the last body that the page sent to each address, for `fetchAsSent`. */
function rememberBodies(): void {
  const bodies = new Map<string, XMLHttpRequestBodyInit>();
  const remember = (url: string | URL, body: unknown) => {
    if (body !== null && body !== undefined)
      bodies.set(new URL(url, location.href).href, body as XMLHttpRequestBodyInit);
  };
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    remember(input instanceof Request ? input.url : input, init?.body);
    return fetch(input, init);
  };
  const opened = new WeakMap<XMLHttpRequest, string | URL>();
  class RememberingRequest extends XMLHttpRequest {
    override open(method: string, url: string | URL): void {
      opened.set(this, url);
      super.open(method, url);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      remember(opened.get(this) ?? '', body);
      super.send(body);
    }
  }
  window.XMLHttpRequest = RememberingRequest;
  const sentBody = async (url: string): Promise<SentBody | null> => {
    const body = bodies.get(url);
    if (body === undefined) return null;
    const whole = new Response(body);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return {
      type: body instanceof FormData ? whole.headers.get('content-type') : null,
      base64: btoa(binary),
    };
  };
  Object.assign(window, { sentBody });
}

/** The driver sometimes cancels the intercepted file chooser before the test selects its files. */
function ignoreCancelledChoosers(): void {
  HTMLInputElement.prototype.click = function clickUncancelled(this: HTMLInputElement) {
    if (this.type === 'file')
      this.addEventListener('cancel', (event) => event.stopImmediatePropagation(), { capture: true });
    // The prototype of all elements has the browser’s own method.
    HTMLElement.prototype.click.call(this);
  };
}

/** Adds the scripts that a page of the journeys needs in Firefox. */
export async function prepareFirefox(context: BrowserContext): Promise<void> {
  await context.addInitScript(insertTextAsEdit);
  await context.addInitScript(rememberBodies);
  await context.addInitScript(ignoreCancelledChoosers);
}

export const firefoxFixtures = {
  context: async (
    { context }: { readonly context: BrowserContext },
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> => {
    await prepareFirefox(context);
    await use(context);
  },
};
