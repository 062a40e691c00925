import { engineFileName } from './engine-file-name.rules.ts';
import { addEmptyFirstPageHeaders } from './first-page-headers.util.ts';
import { replaceMacintoshCharsets } from './macintosh-charsets.rules.ts';
import { keepMergeFields } from './merge-fields.util.ts';

/** The functions of LibreOfficeKit and of its memory. Pointers are numbers; 0 means failure. */
type OfficeCalls = {
  allocate(bytes: number): number;
  release(pointer: number): void;
  start(installFolder: number): number;
  load(office: number, url: number, options: number): number;
  saveAs(document: number, url: number, format: number, options: number): number;
};

/** Their names in the Emscripten module. */
const exportNames: Readonly<Record<keyof OfficeCalls, string>> = {
  allocate: '_malloc',
  release: '_free',
  start: '_libreofficekit_hook',
  load: '_lok_documentLoadWithOptions',
  saveAs: '_lok_documentSaveAs',
};

/** The part of LibreOffice's Emscripten module that a conversion uses. */
export type OfficeModule = {
  readonly HEAPU8: Uint8Array;
  readonly FS: {
    mkdir(path: string): void;
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
  };
};

/** A document by its name and the extension of its format. */
export type OfficeFile = { readonly name: string; readonly extension: string };

/** LibreOffice could not start, or could not read or convert the document. */
export class OfficeError extends Error {
  constructor(step: 'start' | 'load' | 'save') {
    super(`LibreOffice failed: ${step}`);
    this.name = 'OfficeError';
  }
}

const installFolder = '/instdir/program';
/** Two folders, so that no name of a document is that of its pages. */
const documentFolder = '/sealflow';
const outputFolder = '/sealflow-pages';

/** The options of the PDF export: bookmarks for the outline, and no tags, which double the time of long documents. */
const pdfOptions = JSON.stringify({
  ExportBookmarks: { type: 'boolean', value: 'true' },
  UseTaggedPDF: { type: 'boolean', value: 'false' },
  ExportNotes: { type: 'boolean', value: 'false' },
});
/** Macros never run, and links are not followed. */
const loadOptions = 'Language=zh-CN,DisableMacros=1';

function callsOf(module: OfficeModule): OfficeCalls {
  const entries = Object.entries(exportNames).map(([name, exported]) => [
    name,
    Reflect.get(module, exported),
  ]);
  return Object.fromEntries(entries) as OfficeCalls;
}

/** Changes what this build of LibreOffice would not show. */
const adaptDocument = async (document: Uint8Array): Promise<Uint8Array> =>
  addEmptyFirstPageHeaders(await keepMergeFields(replaceMacintoshCharsets(document)));

/**
 * Starts LibreOffice in its loaded module.
 * @returns a function that converts a document to PDF. The extension is a hint for the format.
 * @throws OfficeError, as the function does.
 */
export function startOffice(
  module: OfficeModule,
): (bytes: Uint8Array, file: OfficeFile) => Promise<Uint8Array<ArrayBuffer>> {
  const calls = callsOf(module);
  /** Passes texts as pointers to C strings that are released afterwards. */
  const withTexts = <T>(texts: readonly string[], use: (...pointers: number[]) => T): T => {
    const pointers = texts.map((text) => {
      const bytes = new TextEncoder().encode(`${text}\0`);
      const pointer = calls.allocate(bytes.length);
      module.HEAPU8.set(bytes, pointer);
      return pointer;
    });
    try {
      return use(...pointers);
    } finally {
      for (const pointer of pointers) calls.release(pointer);
    }
  };
  const office = withTexts([installFolder], (path) => calls.start(path));
  if (office === 0) throw new OfficeError('start');
  for (const folder of [documentFolder, outputFolder]) module.FS.mkdir(folder);

  return async (bytes, { name, extension }) => {
    const input = engineFileName(name, extension);
    const output = `${outputFolder}/pages.pdf`;
    module.FS.writeFile(`${documentFolder}/${input}`, await adaptDocument(bytes));
    const document = withTexts(
      [`file://${documentFolder}/${encodeURIComponent(input)}`, loadOptions],
      (url, options) => calls.load(office, url, options),
    );
    if (document === 0) throw new OfficeError('load');
    const isSaved = withTexts([`file://${output}`, 'pdf', pdfOptions], (...pointers) => {
      const [url = 0, format = 0, options = 0] = pointers;
      return calls.saveAs(document, url, format, options);
    });
    if (isSaved === 0) throw new OfficeError('save');
    return module.FS.readFile(output);
  };
}
