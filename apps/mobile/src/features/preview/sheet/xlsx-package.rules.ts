import { type PackageParts, relationsOf } from './package-parts.rules.ts';
import type { Floating } from './sheet.types.ts';
import { xlsxFloating } from './xlsx-drawing.rules.ts';
import { type OpenLook, type ReadStyles, xlsxLooks } from './xlsx-looks.rules.ts';
import { type SheetPart, xlsxSheetPart } from './xlsx-sheet.rules.ts';
import { elementsOf } from './xml.rules.ts';

/** Content of an Excel package that SheetJS does not return. */
export type PackageBook = {
  readonly looks: readonly OpenLook[];
  sheet(index: number): SheetPart | undefined;
  floating(index: number): readonly Floating[];
};

type ReadBook = {
  readonly Styles?: ReadStyles;
  readonly Themes?: {
    readonly themeElements?: { readonly clrScheme?: readonly { readonly rgb?: string }[] };
  };
};

/** Reads the XML parts of a package; OpenDocument and binary packages have none of them. */
export function readPackage(parts: PackageParts, { Styles, Themes }: ReadBook): PackageBook {
  const root =
    relationsOf(parts, '').find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const workbook = parts.text(root) ?? '';
  const relations = relationsOf(parts, root);
  const stylesPath = relations.find(({ kind }) => kind === 'styles')?.path;
  const isXml = workbook.includes('<');
  const paths = elementsOf(isXml ? workbook : '', 'sheet').map(
    ({ attributes }) => relations.find(({ id }) => id === attributes['r:id'])?.path,
  );
  return {
    looks: isXml
      ? xlsxLooks(
          Styles ?? {},
          Themes?.themeElements?.clrScheme ?? [],
          (stylesPath && parts.text(stylesPath)) || '',
        )
      : [],
    sheet(index) {
      const path = paths[index];
      const xml = path && parts.text(path);
      return xml ? xlsxSheetPart(xml) : undefined;
    },
    floating(index) {
      const path = paths[index];
      if (!path) return [];
      return relationsOf(parts, path)
        .filter(({ kind }) => kind === 'drawing')
        .flatMap((drawing) => xlsxFloating(parts, drawing.path));
    },
  };
}
