import { getByLabelSelector, getByPlaceholderSelector, getByRoleSelector, getByTextSelector } from 'ivya';

type ByText = { readonly exact?: boolean };

export type TextFilter = {
  readonly hasText?: string | RegExp | undefined;
  readonly hasNotText?: string | RegExp | undefined;
};

type SelectorFilter = TextFilter & {
  readonly has?: string | undefined;
  readonly hasNot?: string | undefined;
};

const textSelector = (text: string | RegExp) =>
  typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text);

/** @returns the selector of Playwright’s engine that filters the elements of another selector. */
export function filterSelector({ hasText, hasNotText, has, hasNot }: SelectorFilter): string {
  return [
    ...(hasText === undefined ? [] : [`internal:has-text=${textSelector(hasText)}`]),
    ...(hasNotText === undefined ? [] : [`internal:has-not-text=${textSelector(hasNotText)}`]),
    ...(has === undefined ? [] : [`internal:has=${JSON.stringify(has)}`]),
    ...(hasNot === undefined ? [] : [`internal:has-not=${JSON.stringify(hasNot)}`]),
  ].join(' >> ');
}

/** The search methods of both a page and an element. */
export abstract class Searchable<Locator> {
  protected abstract within(selector: string): Locator;

  locator(selector: string): Locator {
    return this.within(selector);
  }

  getByRole(role: string, options: Parameters<typeof getByRoleSelector>[1] = {}): Locator {
    return this.within(getByRoleSelector(role, options));
  }

  getByText(text: string | RegExp, options?: ByText): Locator {
    return this.within(getByTextSelector(text, options));
  }

  getByLabel(text: string | RegExp, options?: ByText): Locator {
    return this.within(getByLabelSelector(text, options));
  }

  getByPlaceholder(text: string | RegExp, options?: ByText): Locator {
    return this.within(getByPlaceholderSelector(text, options));
  }
}
