import { fileKindOf } from '@sealflow/domain/file-kind';

/** The type that a file is sent as (specification section 5). What it is, the service tells by its bytes. */
export function uploadType(name: string): string {
  if (/\.tdf$/iu.test(name.trim())) return 'application/octet-stream';
  const kind = fileKindOf(name);
  if (kind === 'image') return 'image/jpg';
  return kind === 'video' ? 'video/mp4' : 'application/octet-stream';
}
