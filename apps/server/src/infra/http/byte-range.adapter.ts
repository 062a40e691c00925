/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface RangeRequest {
  /** The `Range` header. */
  range: string | undefined;
  /** The `If-Range` header. */
  ifRange: string | undefined;
  size: number;
  /** With its quotes; a strong one. */
  etag: string;
  modifiedAt: Date;
}

/**
 * The range that a request asks for (RFC 9110, section 14): `whole` where it asks for none, for several, in another
 * unit or badly, or where `If-Range` names another representation; `unsatisfiable` where it lies outside the file.
 */
export function rangeOf(request: RangeRequest): ByteRange | 'whole' | 'unsatisfiable' {
  const { range, size } = request;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (!isSame(request)) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Section 13.1.5: a strong tag that equals ours, or exactly our date. */
function isSame({ ifRange, etag, modifiedAt }: RangeRequest): boolean {
  if (ifRange === undefined) return true;
  return ifRange.includes('"') ? ifRange === etag : ifRange === modifiedAt.toUTCString();
}

/**
 * Whether the client's copy is this very representation: by tag (section 13.1.2, weak comparison), and only where no tag was
 * sent by date (section 13.1.3).
 */
export function isUnchanged(
  asked: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  { etag, modifiedAt }: { etag: string; modifiedAt: Date },
): boolean {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = asked;
  if (ifNoneMatch === undefined) return modifiedAt.getTime() <= Date.parse(ifModifiedSince ?? '');
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === etag);
}
