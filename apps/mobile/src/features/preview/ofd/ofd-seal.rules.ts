/** The picture of a seal in a signature: its type (`png`, `ofd` ...) and its bytes. */
export type SealPicture = { readonly type: string; readonly bytes: Uint8Array };

type Node = { readonly tag: number; readonly start: number; readonly end: number; readonly next: number };

const deepest = 24;
const sequence = 0x30;
const shortText = 0x16;
const utf8Text = 0x0c;
const octets = 0x04;
const integer = 0x02;
/** The type of the picture is a short name. */
const longestType = 16;

function nodeAt(bytes: Uint8Array, at: number, limit: number): Node | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  let start = at + 2;
  let length = first;
  if (first > 0x80) {
    length = 0;
    for (let count = first & 0x7f; count > 0; count -= 1, start += 1)
      length = length * 256 + (bytes[start] ?? 0);
  }
  const end = first === 0x80 ? limit : start + length;
  return end > limit ? null : { tag, start, end, next: end };
}

function childrenAt(bytes: Uint8Array, from: number, to: number): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at < to; ) {
    const node = nodeAt(bytes, at, to);
    if (!node) break;
    nodes.push(node);
    at = node.next;
  }
  return nodes;
}

/**
 * Finds the picture in an electronic seal or in a signature made with one (GB/T 38540 and its predecessor).
 * The two standards nest it differently, but it is always a sequence of type, data, width and height.
 */
export function sealPicture(bytes: Uint8Array, from = 0, to = bytes.length, depth = 0): SealPicture | null {
  if (depth > deepest) return null;
  for (const node of childrenAt(bytes, from, to)) {
    const constructed = (node.tag & 0x20) !== 0;
    if (!constructed && !(node.tag === octets && bytes[node.start] === sequence)) continue;
    const found =
      (node.tag === sequence ? pictureIn(bytes, node) : null) ??
      sealPicture(bytes, node.start, node.end, depth + 1);
    if (found) return found;
  }
  return null;
}

function pictureIn(bytes: Uint8Array, node: Node): SealPicture | null {
  const [type, data, width, height] = childrenAt(bytes, node.start, node.end);
  const fits =
    (type?.tag === shortText || type?.tag === utf8Text) &&
    data?.tag === octets &&
    width?.tag === integer &&
    height?.tag === integer;
  if (!fits || !type || !data || type.end - type.start > longestType) return null;
  const name = String.fromCharCode(...bytes.subarray(type.start, type.end)).toLowerCase();
  return { type: name, bytes: bytes.subarray(data.start, data.end) };
}
