import { type Format, unsupportedFormat } from './format.rules.ts';

/** A zip-based package format, recognised by the name of one of its parts. */
type PackageSignature = { readonly part: RegExp; readonly format: Format };

const packageSignatures: readonly PackageSignature[] = [
  { part: /^xl\/workbook\.bin$/i, format: { viewer: 'sheet', kind: 'xlsb', name: 'Excel (xlsb)' } },
  { part: /^xl\/.+\.xml$/i, format: { viewer: 'sheet', kind: 'xlsx', name: 'Excel (xlsx)' } },
  { part: /^ppt\/.+\.xml$/i, format: { viewer: 'slides', kind: 'pptx', name: 'PowerPoint (pptx)' } },
  { part: /^word\/.+\.xml$/i, format: { viewer: 'word', kind: 'docx', name: 'Word (docx)' } },
  { part: /^visio\//i, format: unsupportedFormat('Visio (vsdx)') },
  { part: /\.fdseq$/i, format: unsupportedFormat('XPS') },
];

/**
 * The first entry of an OpenDocument or EPUB file is named `mimetype`, is stored uncompressed and holds the
 * media type.
 */
const openDocumentType =
  /^.{30}mimetype.{0,64}?application\/(?:vnd\.oasis\.opendocument\.|)(spreadsheet|text|presentation|graphics|epub)/s;

const epubFormat: Format = { viewer: 'epub', kind: 'epub', name: 'EPUB' };

const openDocumentFormats: Readonly<Record<string, Format>> = {
  spreadsheet: { viewer: 'sheet', kind: 'ods', name: 'OpenDocument (ods)' },
  text: { viewer: null, name: 'OpenDocument (odt)', exactKind: 'odt' },
  presentation: { viewer: null, name: 'OpenDocument (odp)', exactKind: 'odp' },
  graphics: { viewer: null, name: 'OpenDocument (odg)', exactKind: 'odg' },
  epub: epubFormat,
};

/** Whether a password may encrypt the parts of the format one by one. */
export const isOpenDocument = (format: Format): boolean =>
  Object.values(openDocumentFormats).includes(format) && format !== epubFormat;

/**
 * Determines the format of a zip from the names in its directory and from its first characters, which hold
 * the media type of an OpenDocument file.
 */
export function formatOfZip(names: readonly string[], start: string): Format {
  const [, type] = openDocumentType.exec(start.slice(0, 256)) ?? [];
  const openDocument = type === undefined ? undefined : openDocumentFormats[type];
  if (openDocument) return openDocument;
  // Some programs compress the entry of the media type, or write it later.
  if (names.includes('META-INF/container.xml') && names.some((name) => /\.opf$/i.test(name)))
    return epubFormat;
  if (names.some((name) => /^OFD\.xml$/i.test(name))) return { viewer: 'ofd', kind: 'ofd', name: 'OFD' };
  const isPackage = names.some((name) => /^\[Content_Types\]\.xml$/i.test(name));
  const match = packageSignatures.find(({ part }) => isPackage && names.some((name) => part.test(name)));
  return match?.format ?? { viewer: 'archive', kind: 'zip', name: 'ZIP' };
}

const oleFormats: Readonly<Record<string, Format>> = {
  worddocument: { viewer: 'word', kind: 'doc', name: 'Word (doc)' },
  workbook: { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' },
  book: { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' },
  'powerpoint document': { viewer: 'slides', kind: 'ppt', name: 'PowerPoint (ppt)' },
  '__properties_version1.0': { viewer: 'mail', kind: 'msg', name: 'Outlook (msg)' },
  visiodocument: unsupportedFormat('Visio (vsd)'),
  quill: unsupportedFormat('Publisher'),
  '\u0005hwpsummaryinformation': unsupportedFormat('HWP'),
};

/** Determines the format of an OLE2 file from the names at its root. The first match in the table decides. */
export function formatOfOle(names: readonly string[]): Format {
  const nameSet = new Set(names.map((name) => name.toLowerCase()));
  const signature = Object.keys(oleFormats).find((name) => nameSet.has(name));
  return (signature === undefined ? undefined : oleFormats[signature]) ?? unsupportedFormat('OLE2');
}
