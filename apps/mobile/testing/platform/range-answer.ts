/** The requested range of a file, as the file service answers it. */
export function rangeAnswer(bytes: Uint8Array, headers: Headers): Response {
  const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(headers.get('Range') ?? '') ?? [];
  const part = bytes.slice(Number(from), Number(to) + 1);
  return new Response(part, {
    status: 206,
    headers: {
      'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
      ETag: `"${bytes.length}-${bytes[0] ?? 0}"`,
    },
  });
}
