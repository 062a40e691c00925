import { attributesOf } from '../sheet/xml.rules.ts';

/** A tag with the text since the previous one. */
export type Tag = {
  /** The name without its prefix, in lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly textBefore: string;
};

/** Removes comments in linear time. */
function withoutComments(xml: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<!--', at);
    const end = start < 0 ? -1 : xml.indexOf('-->', start + 4);
    if (end < 0) return result + xml.slice(at);
    result += xml.slice(at, start);
    at = end + 3;
  }
}

/** The tags of a document in their order. An empty element has an end too. Damaged parts are skipped. */
export function* tagsOf(xml: string): Generator<Tag> {
  const text = withoutComments(xml);
  let last = 0;
  for (const match of text.matchAll(/<(\/?)([\w:.-]{1,100})([^<>]*)>/g)) {
    const [whole, slash, qualified = '', rest = ''] = match;
    const name = qualified.slice(qualified.indexOf(':') + 1).toLowerCase();
    const isEnd = slash === '/';
    const textBefore = text.slice(last, match.index);
    yield { name, isEnd, attributes: isEnd ? {} : attributesOf(rest), textBefore };
    last = match.index + whole.length;
    if (!isEnd && rest.endsWith('/')) yield { name, isEnd: true, attributes: {}, textBefore: '' };
  }
}
