import { type PackageParts, relationshipsOf } from './package-parts.rules.ts';
import type { FloatingObject } from './sheet.types.ts';
import { xlsxFloatingObjects } from './xlsx-drawing.rules.ts';
import { parseXlsxSheet, type SheetPart } from './xlsx-sheet.rules.ts';
import { type CellFormatStyle, type ParsedStyles, xlsxStyles } from './xlsx-styles.rules.ts';
import { elementsOf } from './xml.rules.ts';

/** Content of an Excel package that SheetJS does not return. */
export type WorkbookContent = {
  readonly styles: readonly CellFormatStyle[];
  sheet(index: number): SheetPart | undefined;
  floating(index: number): readonly FloatingObject[];
};

type ParsedWorkbook = {
  readonly Styles?: ParsedStyles;
  readonly Themes?: {
    readonly themeElements?: { readonly clrScheme?: readonly { readonly rgb?: string }[] };
  };
};

/** Reads the XML parts of a package; OpenDocument and binary packages have none of them. */
export function readXlsxContent(parts: PackageParts, { Styles, Themes }: ParsedWorkbook): WorkbookContent {
  const root =
    relationshipsOf(parts, '').find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const workbook = parts.text(root) ?? '';
  const relationships = relationshipsOf(parts, root);
  const stylesPath = relationships.find(({ kind }) => kind === 'styles')?.path;
  const themePath = relationships.find(({ kind }) => kind === 'theme')?.path;
  const isXml = workbook.includes('<');
  const paths = elementsOf(isXml ? workbook : '', 'sheet').map(
    ({ attributes }) => relationships.find(({ id }) => id === attributes['r:id'])?.path,
  );
  return {
    styles: isXml
      ? xlsxStyles(
          Styles ?? {},
          Themes?.themeElements?.clrScheme ?? [],
          (stylesPath && parts.text(stylesPath)) || '',
        )
      : [],
    sheet(index) {
      const path = paths[index];
      const xml = path && parts.text(path);
      return xml ? parseXlsxSheet(xml) : undefined;
    },
    floating(index) {
      const path = paths[index];
      if (!path) return [];
      return relationshipsOf(parts, path)
        .filter(({ kind }) => kind === 'drawing')
        .flatMap((drawing) =>
          xlsxFloatingObjects(parts, drawing.path, (themePath && parts.text(themePath)) || ''),
        );
    },
  };
}
