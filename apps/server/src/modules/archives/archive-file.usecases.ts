import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { StatementReader, Statements } from '../../infra/tokens/statements.util.ts';
import { type ArchiveClaims, archiveClaims, archiveType, manifestLine } from './archive-file.schemas.ts';

/** An archive with more bytes than this was not written by the service. */
const maxUnpackedBytes = 1024 ** 3;

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Packs lines with their signed manifest: JSON Lines (gzip). */
export async function packArchive(
  { sign }: Pick<Statements, 'sign'>,
  lines: readonly string[],
  claims: Omit<ArchiveClaims, 'sha256' | 'kind' | 'applications'>,
): Promise<Buffer> {
  const content = joinLines(lines);
  const statement = sign(archiveType, {
    ...claims,
    kind: 'applications',
    applications: lines.length,
    sha256: digestOf(content),
  } satisfies ArchiveClaims);
  return promisify(gzip)(content + joinLines([JSON.stringify({ type: 'manifest', statement })]));
}

/**
 * - `changed`: the file cannot be read, or its lines differ from those that the manifest signs.
 * - `signature`: the manifest is not signed by a key of the service.
 */
export type FileFault = 'changed' | 'signature';

export interface ReadArchive {
  readonly claims: ArchiveClaims;
  readonly lines: readonly string[];
  /** The signed line. */
  readonly manifest: string;
}

/**
 * Reads an archive, packed or not, and verifies its lines against the manifest.
 * @param read - verifies the signature; undefined: the signature is not verified.
 */
export async function readArchive(
  bytes: Buffer,
  read: StatementReader | undefined,
): Promise<ReadArchive | FileFault> {
  const text = await unpack(bytes);
  if (text === undefined) return 'changed';
  const all = text.split('\n');
  const last = all.findIndex((line) => line.startsWith('{"type":"manifest"'));
  const manifest = all[last];
  const parsed = manifest === undefined ? undefined : manifestLine.safeParse(parseJson(manifest)).data;
  if (!parsed || manifest === undefined) return 'changed';
  const claims = readClaims(parsed.statement, read);
  if (typeof claims === 'string') return claims;
  const lines = all.slice(0, last);
  const isUnchanged = lines.length === claims.applications && digestOf(joinLines(lines)) === claims.sha256;
  return isUnchanged ? { claims, lines, manifest } : 'changed';
}

function readClaims(statement: string, read: StatementReader | undefined): ArchiveClaims | FileFault {
  if (!read) {
    const [, claims = ''] = statement.split('.');
    const parsed = archiveClaims.safeParse(parseJson(Buffer.from(claims, 'base64url').toString()));
    return parsed.data ?? 'changed';
  }
  const found = read(archiveType, statement);
  if (found === 'unknown' || found === 'wrong') return 'signature';
  return archiveClaims.safeParse(found.claims).data ?? 'signature';
}

async function unpack(bytes: Buffer): Promise<string | undefined> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const content = isPacked ? await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }) : bytes;
    return content.toString();
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
