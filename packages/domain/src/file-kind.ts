const extensions = {
  pdf: ['pdf'],
  word: ['doc', 'docx', 'dot', 'dotx', 'docm', 'rtf', 'odt', 'wps'],
  sheet: ['xls', 'xlsx', 'xlsm', 'xlsb', 'csv', 'ods', 'et'],
  slides: ['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'odp', 'dps'],
  ofd: ['ofd'],
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'svg', 'heic', 'heif', 'tif', 'tiff', 'avif'],
  text: [
    'txt',
    'md',
    'log',
    'json',
    'xml',
    'yaml',
    'yml',
    'html',
    'htm',
    'css',
    'js',
    'ts',
    'java',
    'c',
    'py',
    'ics',
    'vcf',
    'epub',
  ],
  mail: ['eml', 'msg'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz'],
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi'],
  audio: ['mp3', 'm4a', 'aac', 'wav', 'ogg', 'flac', 'amr'],
  drawing: ['dwg', 'dxf', 'stl', 'obj', 'gltf', 'glb'],
} as const;

export type FileKind = keyof typeof extensions | 'other';

const kinds: ReadonlyMap<string, FileKind> = new Map(
  Object.entries(extensions).flatMap(([kind, list]) => list.map((one) => [one, kind as FileKind] as const)),
);

/**
 * The kind of a file by its name, for its icon in lists. The viewer is chosen by content, not by this.
 * @param name - file name; the suffix of a protected file (`.tdf`) is ignored.
 */
export function fileKindOf(name: string): FileKind {
  const parts = name
    .trim()
    .toLowerCase()
    .replace(/\.tdf$/u, '')
    .split('.');
  return parts.length < 2 ? 'other' : (kinds.get(parts.at(-1) ?? '') ?? 'other');
}
