/** The way a text is shown. */
export type TextFormat =
  | { readonly kind: 'plain' | 'calendar' | 'contacts' | 'html' | 'json' | 'markdown' | 'table' }
  | { readonly kind: 'code'; readonly language: string };

const languages: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'c',
  cc: 'cpp',
  conf: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  diff: 'diff',
  go: 'go',
  gradle: 'kotlin',
  h: 'cpp',
  hpp: 'cpp',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  less: 'less',
  lua: 'lua',
  m: 'objectivec',
  mjs: 'javascript',
  patch: 'diff',
  php: 'php',
  pl: 'perl',
  properties: 'ini',
  ps1: 'bash',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scss: 'scss',
  sh: 'bash',
  sql: 'sql',
  swift: 'swift',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vb: 'vbnet',
  vue: 'xml',
  wsdl: 'xml',
  xml: 'xml',
  xsd: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/**
 * Size limits in bytes for formatting, which needs the whole text in memory. Larger texts are shown as plain
 * text.
 */
const maxBytes = {
  calendar: 4 * 1024 * 1024,
  code: 512 * 1024,
  contacts: 8 * 1024 * 1024,
  html: 4 * 1024 * 1024,
  json: 8 * 1024 * 1024,
  markdown: 2 * 1024 * 1024,
  table: 16 * 1024 * 1024,
};

const formatsByExtension: Readonly<Record<string, 'html' | 'json' | 'markdown' | 'table'>> = {
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  json: 'json',
  geojson: 'json',
  md: 'markdown',
  markdown: 'markdown',
};

/** Comments and an XML declaration may precede the first tag. */
const isHtml = (start: string) =>
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/is.test(
    start,
  );

/**
 * Lines with the same number of fields, at least three, are taken for a table regardless of the extension.
 */
function looksLikeTable(start: string): boolean {
  const lines = start
    .split(/\r?\n/)
    .slice(0, -1)
    .filter((line) => line !== '')
    .slice(0, 30);
  return ['\t', ','].some((separator) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    const [first = 1] = counts;
    return counts.length >= 3 && first >= 3 && counts.every((count) => count === first);
  });
}

/**
 * Chooses by the first line of calendars and contacts, then by the extension, which decides only how a text is shown,
 * otherwise by the beginning of the text.
 */
export function textFormatOf(text: {
  readonly extension: string;
  readonly start: string;
  readonly size: number;
}): TextFormat {
  const { extension, start, size } = text;
  const [, records] = /^\ufeff?\s*BEGIN:V(CALENDAR|CARD)\s/i.exec(start) ?? [];
  if (records !== undefined) {
    const kind = records.toUpperCase() === 'CARD' ? 'contacts' : 'calendar';
    return size <= maxBytes[kind] ? { kind } : { kind: 'plain' };
  }
  const format = formatsByExtension[extension];
  if (format !== undefined) return size <= maxBytes[format] ? { kind: format } : { kind: 'plain' };
  const language = languages[extension];
  if (language !== undefined) return size <= maxBytes.code ? { kind: 'code', language } : { kind: 'plain' };
  if (extension === 'txt' || extension === 'log') return { kind: 'plain' };
  if (/^\s*[[{]\s*["[{\]}\d]/.test(start) && size <= maxBytes.json) return { kind: 'json' };
  if (isHtml(start) && size <= maxBytes.html) return { kind: 'html' };
  if (/^\s*<(?:\?xml|!doctype|html)/i.test(start) && size <= maxBytes.code)
    return { kind: 'code', language: 'xml' };
  if (/^#!.*\b(?:sh|bash)\b/.test(start)) return { kind: 'code', language: 'bash' };
  if (/^#!.*\bpython/.test(start)) return { kind: 'code', language: 'python' };
  return looksLikeTable(start) && size <= maxBytes.table ? { kind: 'table' } : { kind: 'plain' };
}
