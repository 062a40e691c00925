import type { Agreement } from './agreement.ts';

export type AgreementBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** An agreement in displayable form, from the service or built in. */
export type AgreementText = { readonly version: string; readonly blocks: readonly AgreementBlock[] };

/** The agreement that is bundled with the app. */
export const builtInText = ({ version, sections }: Agreement): AgreementText => ({
  version,
  blocks: sections.flatMap(({ heading, paragraphs }): AgreementBlock[] => [
    { kind: 'heading', text: heading },
    ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
  ]),
});

const heading = /^#{1,6}\s+(.+?)\s*#*$/;
const item = /^(?:[-*+]|(\d+)[.)])\s+(.+)$/;

/** Removes the markup of emphasis, code and links, which plain text cannot show; a link keeps its address. */
const stripMarkup = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_, name: string, to: string) =>
      name === to || name === '' ? to : `${name} (${to})`,
    )
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+.!-])/g, '$1');

/**
 * Parses the service's Markdown: headings, paragraphs and lists. Anything else becomes a paragraph unchanged.
 */
export function parseMarkdown(text: string): readonly AgreementBlock[] {
  const blocks: AgreementBlock[] = [];
  for (const part of text.replaceAll('\r\n', '\n').split(/\n\s*\n/)) blocks.push(...parsePart(part));
  return blocks;
}

function parsePart(part: string): AgreementBlock[] {
  const blocks: AgreementBlock[] = [];
  let paragraphLines: string[] = [];
  let items: string[] = [];
  let ordered = false;
  const flush = () => {
    if (paragraphLines.length > 0)
      blocks.push({ kind: 'paragraph', text: stripMarkup(paragraphLines.join('\n')) });
    if (items.length > 0) blocks.push({ kind: 'list', ordered, items: items.map(stripMarkup) });
    paragraphLines = [];
    items = [];
  };
  for (const line of part.split('\n').map((text) => text.trim())) {
    const title = heading.exec(line)?.[1];
    const [, number, itemText] = item.exec(line) ?? [];
    if (title !== undefined) {
      flush();
      blocks.push({ kind: 'heading', text: stripMarkup(title) });
    } else if (itemText !== undefined) {
      if (paragraphLines.length > 0) flush();
      ordered = number !== undefined;
      items.push(itemText);
    } else if (items.length > 0 && line !== '') {
      items.push(`${items.pop() ?? ''} ${line}`);
    } else if (line !== '') paragraphLines.push(line);
  }
  flush();
  return blocks;
}
