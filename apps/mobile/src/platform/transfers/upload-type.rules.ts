import { fileKindOf } from '@sealflow/domain/file-kind';

/** The media type of an upload (specification section 5). The service detects the real type by the content. */
export function uploadType(name: string): string {
  if (/\.tdf$/iu.test(name.trim())) return 'application/octet-stream';
  const kind = fileKindOf(name);
  if (kind === 'image') return 'image/jpg';
  return kind === 'video' ? 'video/mp4' : 'application/octet-stream';
}
