import { type Format, named } from './format.rules.ts';

/** A zip-based package format, recognised by the name of one of its parts. */
type Sign = { readonly part: RegExp; readonly format: Format };

const packages: readonly Sign[] = [
  { part: /^xl\/workbook\.bin$/i, format: { viewer: 'sheet', kind: 'xlsb', name: 'Excel (xlsb)' } },
  { part: /^xl\/.+\.xml$/i, format: { viewer: 'sheet', kind: 'xlsx', name: 'Excel (xlsx)' } },
  { part: /^ppt\/.+\.xml$/i, format: { viewer: 'slides', kind: 'pptx', name: 'PowerPoint (pptx)' } },
  { part: /^word\/.+\.xml$/i, format: { viewer: 'word', kind: 'docx', name: 'Word (docx)' } },
  { part: /^visio\//i, format: named('Visio (vsdx)') },
  { part: /\.fdseq$/i, format: named('XPS') },
];

/**
 * The first entry of an OpenDocument or EPUB file is named `mimetype`, is stored uncompressed and holds the
 * media type.
 */
const said =
  /^.{30}mimetype.{0,64}?application\/(?:vnd\.oasis\.opendocument\.|)(spreadsheet|text|presentation|graphics|epub)/s;

const openDocuments: Readonly<Record<string, Format>> = {
  spreadsheet: { viewer: 'sheet', kind: 'ods', name: 'OpenDocument (ods)' },
  text: named('OpenDocument (odt)'),
  presentation: named('OpenDocument (odp)'),
  graphics: named('OpenDocument (odg)'),
  epub: named('EPUB'),
};

/**
 * Determines the format of a zip from the names in its directory and from its first characters, which hold
 * the media type of an OpenDocument file.
 */
export function formatOfZip(names: readonly string[], start: string): Format {
  const [, type] = said.exec(start.slice(0, 256)) ?? [];
  const openDocument = type === undefined ? undefined : openDocuments[type];
  if (openDocument) return openDocument;
  if (names.some((name) => /^OFD\.xml$/i.test(name))) return { viewer: 'ofd', kind: 'ofd', name: 'OFD' };
  const isPackage = names.some((name) => /^\[Content_Types\]\.xml$/i.test(name));
  const known = packages.find(({ part }) => isPackage && names.some((name) => part.test(name)));
  return known?.format ?? { viewer: 'archive', kind: 'zip', name: 'ZIP' };
}

const storages: Readonly<Record<string, Format>> = {
  encryptedpackage: { viewer: 'locked', name: 'Office' },
  worddocument: { viewer: 'word', kind: 'doc', name: 'Word (doc)' },
  workbook: { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' },
  book: { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' },
  'powerpoint document': { viewer: 'slides', kind: 'ppt', name: 'PowerPoint (ppt)' },
  '__properties_version1.0': { viewer: 'mail', kind: 'msg', name: 'Outlook (msg)' },
  visiodocument: named('Visio (vsd)'),
  quill: named('Publisher'),
  '\u0005hwpsummaryinformation': named('HWP'),
};

/** Determines the format of an OLE2 file from the names at its root. The first match in the table decides. */
export function formatOfOle(names: readonly string[]): Format {
  const there = new Set(names.map((name) => name.toLowerCase()));
  const sign = Object.keys(storages).find((name) => there.has(name));
  return (sign === undefined ? undefined : storages[sign]) ?? named('OLE2');
}
