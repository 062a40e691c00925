/** The cells of a file. The first row has the headings. */
export type TableFile = { readonly name: string; readonly headings: string[]; readonly rows: string[][] };

/** Excel files are ZIP archives. */
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Spreadsheets in Chinese Windows save CSV as GB 18030. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function readRows(bytes: Uint8Array): Promise<string[][]> {
  if (isZip(bytes)) {
    const { read, utils } = await import('@e965/xlsx');
    const book = read(bytes, { dense: true });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (!sheet) return [];
    const rows = utils.sheet_to_json<string[]>(sheet, {
      header: 1,
      raw: false,
      defval: '',
      blankrows: true,
    });
    // Without `raw` every cell is the text that the spreadsheet shows.
    return rows;
  }
  const { default: papa } = await import('papaparse');
  // Its worker would be a script from memory, which the content security policy blocks.
  return papa.parse<string[]>(decode(bytes), { worker: false }).data;
}

/** Reads a CSV or XLSX file. @throws Error if it is neither. */
export async function readTable(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [headings = [], ...rows] = await readRows(bytes);
  return { name: file.name, headings: headings.map((text) => text.trim()), rows };
}
