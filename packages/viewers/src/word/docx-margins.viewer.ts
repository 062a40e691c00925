import { type Headers, sectionsOf } from './docx-headers.viewer.ts';
import type { ParsedDocx } from './docx-model.rules.ts';

/** The edges of a section where the text starts at its margin, whatever the height of the header or footer there. */
type ExactMargins = { readonly top: boolean; readonly bottom: boolean };

const withoutSign = (length: string) => length.replace(/^-/, '');

/** Makes negative margins positive, which the layout library cannot draw, and returns where they were. */
export function takeExactMargins(parsed: ParsedDocx): readonly ExactMargins[] {
  return sectionsOf(parsed).map((section) => {
    const margins = section?.pageMargins;
    const [top, bottom] = [margins?.top ?? '', margins?.bottom ?? ''];
    const exact = { top: top.startsWith('-'), bottom: bottom.startsWith('-') };
    if (margins && exact.top) margins.top = withoutSign(top);
    if (margins && exact.bottom) margins.bottom = withoutSign(bottom);
    return exact;
  });
}

/** Lets headers and footers take no room at exact margins: they stay at their distance from the edge of the page. */
export function releaseHeaders({ sections, pages }: Headers, exact: readonly ExactMargins[]): void {
  for (const [index, kinds] of pages.entries())
    for (const page of Object.values(kinds)) {
      const { top, bottom, header, footer } = sections[index]?.pageMargins ?? {};
      const parts = [
        [exact[index]?.top, 'header', 'marginBottom', `calc(${top} - ${header})`],
        [exact[index]?.bottom, 'footer', 'marginTop', `calc(${bottom} - ${footer})`],
      ] as const;
      for (const [isExact, name, side, room] of parts) {
        const part = isExact ? page.querySelector<HTMLElement>(`:scope > ${name}`) : null;
        if (part) Object.assign(part.style, { height: '0', minHeight: '0', [side]: room });
      }
    }
}
