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
  /** A strong entity tag, including its quotes. */
  etag: string;
  modifiedAt: Date;
}

/**
 * The requested range (RFC 9110, section 14). `whole`: no range, several ranges, another unit, bad syntax, or an `If-Range`
 * that names another representation. `unsatisfiable`: the range lies outside the file.
 */
export function resolveRange(request: RangeRequest): ByteRange | 'whole' | 'unsatisfiable' {
  const { range, size } = request;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (!isIfRangeMatch(request)) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Section 13.1.5: `If-Range` matches by a strong entity tag or by the exact date. */
function isIfRangeMatch({ ifRange, etag, modifiedAt }: RangeRequest): boolean {
  if (ifRange === undefined) return true;
  return ifRange.includes('"') ? ifRange === etag : ifRange === modifiedAt.toUTCString();
}

/**
 * Whether the client's copy is the current representation: by entity tag (section 13.1.2, weak comparison), or by date if the
 * request has no tag (section 13.1.3).
 */
export function isNotModified(
  conditions: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  { etag, modifiedAt }: { etag: string; modifiedAt: Date },
): boolean {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = conditions;
  if (ifNoneMatch === undefined) return modifiedAt.getTime() <= Date.parse(ifModifiedSince ?? '');
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === etag);
}
