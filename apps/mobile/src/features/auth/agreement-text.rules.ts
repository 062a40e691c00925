import type { Agreement } from '@sealflow/domain/agreements/agreement';

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
const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_, name: string, to: string) =>
      name === to || name === '' ? to : `${name} (${to})`,
    )
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+.!-])/g, '$1');

/**
 * Parses the service's Markdown: headings, paragraphs and lists. Anything else becomes a paragraph unchanged.
 */
export function readMarkdown(text: string): readonly AgreementBlock[] {
  const blocks: AgreementBlock[] = [];
  for (const part of text.replaceAll('\r\n', '\n').split(/\n\s*\n/)) blocks.push(...readPart(part));
  return blocks;
}

function readPart(part: string): AgreementBlock[] {
  const blocks: AgreementBlock[] = [];
  let words: string[] = [];
  let items: string[] = [];
  let ordered = false;
  const end = () => {
    if (words.length > 0) blocks.push({ kind: 'paragraph', text: plain(words.join('\n')) });
    if (items.length > 0) blocks.push({ kind: 'list', ordered, items: items.map(plain) });
    words = [];
    items = [];
  };
  for (const line of part.split('\n').map((text) => text.trim())) {
    const title = heading.exec(line)?.[1];
    const [, number, listed] = item.exec(line) ?? [];
    if (title !== undefined) {
      end();
      blocks.push({ kind: 'heading', text: plain(title) });
    } else if (listed !== undefined) {
      if (words.length > 0) end();
      ordered = number !== undefined;
      items.push(listed);
    } else if (items.length > 0 && line !== '') {
      items.push(`${items.pop() ?? ''} ${line}`);
    } else if (line !== '') words.push(line);
  }
  end();
  return blocks;
}
