import { attributeOf, childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** The identifiers of the character style of links, whose name is the same in all languages. */
export function linkStylesOf(styles: Document | null): ReadonlySet<string> {
  const all = styles ? elementsNamed(styles, 'style') : [];
  const found = all.filter((style) => {
    const name = childNamed(style, 'name');
    return name !== undefined && /^hyperlink$/i.test(attributeOf(name, 'val') ?? '');
  });
  return new Set(found.map((style) => attributeOf(style, 'styleId') ?? ''));
}

type Field = { instruction: string; isResult: boolean };

const isContents = ({ instruction, isResult }: Field): boolean => isResult && /^\s*TOC\b/i.test(instruction);

/** Fields inside each other beyond this depth count as the innermost one. */
const maxFieldDepth = 64;

/** Removes the style of links from the entries of tables of contents: Word prints them as the text around them. */
export function plainContents(part: Document, linkStyles: ReadonlySet<string>): void {
  if (linkStyles.size === 0) return;
  const open: Field[] = [];
  const styles: Element[] = [];
  for (const run of elementsNamed(part, 'r').filter(isWordElement)) {
    for (const child of Array.from(run.children)) {
      const field = open.at(-1);
      if (child.localName === 'instrText' && field) field.instruction += child.textContent;
      if (child.localName !== 'fldChar') continue;
      const kind = attributeOf(child, 'fldCharType');
      if (kind === 'begin' && open.length < maxFieldDepth) open.push({ instruction: '', isResult: false });
      else if (kind === 'separate' && field) field.isResult = true;
      else if (kind === 'end') open.pop();
    }
    const properties = childNamed(run, 'rPr');
    const style = properties && childNamed(properties, 'rStyle');
    if (style && linkStyles.has(attributeOf(style, 'val') ?? '') && open.some(isContents)) styles.push(style);
  }
  for (const style of styles) style.remove();
}
