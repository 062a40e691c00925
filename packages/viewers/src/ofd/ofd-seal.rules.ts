/** The picture of a seal in a signature: its type (`png`, `ofd` ...) and its bytes. */
export type SealPicture = { readonly type: string; readonly bytes: Uint8Array };

type Asn1Node = { readonly tag: number; readonly start: number; readonly end: number; readonly next: number };

const maxDepth = 24;
const sequenceTag = 0x30;
const ia5StringTag = 0x16;
const utf8StringTag = 0x0c;
const octetStringTag = 0x04;
const integerTag = 0x02;
/** The type of the picture is a short name. */
const maxTypeLength = 16;

function nodeAt(bytes: Uint8Array, at: number, limit: number): Asn1Node | null {
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

function childrenAt(bytes: Uint8Array, from: number, to: number): Asn1Node[] {
  const nodes: Asn1Node[] = [];
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
export function findSealPicture(
  bytes: Uint8Array,
  from = 0,
  to = bytes.length,
  depth = 0,
): SealPicture | null {
  if (depth > maxDepth) return null;
  for (const node of childrenAt(bytes, from, to)) {
    const isConstructed = (node.tag & 0x20) !== 0;
    if (!isConstructed && !(node.tag === octetStringTag && bytes[node.start] === sequenceTag)) continue;
    const found =
      (node.tag === sequenceTag ? pictureIn(bytes, node) : null) ??
      findSealPicture(bytes, node.start, node.end, depth + 1);
    if (found) return found;
  }
  return null;
}

function pictureIn(bytes: Uint8Array, node: Asn1Node): SealPicture | null {
  const [type, data, width, height] = childrenAt(bytes, node.start, node.end);
  const isPicture =
    (type?.tag === ia5StringTag || type?.tag === utf8StringTag) &&
    data?.tag === octetStringTag &&
    width?.tag === integerTag &&
    height?.tag === integerTag;
  if (!isPicture || !type || !data || type.end - type.start > maxTypeLength) return null;
  const name = String.fromCharCode(...bytes.subarray(type.start, type.end)).toLowerCase();
  return { type: name, bytes: bytes.subarray(data.start, data.end) };
}
