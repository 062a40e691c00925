/** The record types of the binary format that contain text, or contain such records. */
const recordTypes = {
  slide: 0x03ee,
  slideList: 0x0ff0,
  slidePersist: 0x03f3,
  characters: 0x0fa0,
  bytes: 0x0fa8,
} as const;
/** The instance of a list of slides; lists of masters and notes have other instances. */
const slideListInstance = 0;
const headerBytes = 8;
/** Limit of the nesting depth, deeper than any program writes. */
const maxDepth = 32;

type SlideTexts = { readonly outlines: string[][]; readonly boxes: string[][] };

/** The texts of each slide in a `PowerPoint Document` stream: first of its outline, then of its boxes. */
export function pptTexts(stream: Uint8Array): string[][] {
  const found: SlideTexts = { outlines: [], boxes: [] };
  walk(new DataView(stream.buffer, stream.byteOffset, stream.byteLength), { found, depth: 0, target: null });
  const slides = [...found.outlines, ...found.boxes].filter((lines) => lines.length > 0);
  // A file that was saved incrementally still contains its earlier versions.
  return Array.from(new Map(slides.map((lines) => [lines.join('\n'), lines])).values());
}

type Walk = { readonly found: SlideTexts; readonly depth: number; readonly target: string[][] | null };

function walk(view: DataView, { found, depth, target }: Walk) {
  for (let at = 0; at + headerBytes <= view.byteLength; ) {
    const [head, kind, length] = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint32(at + 4, true),
    ];
    const size = Math.min(length, view.byteLength - at - headerBytes);
    const inside = new DataView(view.buffer, view.byteOffset + at + headerBytes, size);
    at += headerBytes + size;
    if (kind === recordTypes.slide) found.boxes.push([]);
    if (kind === recordTypes.slidePersist) target?.push([]);
    if (kind === recordTypes.characters || kind === recordTypes.bytes)
      target?.at(-1)?.push(...linesOf(inside, kind));
    // A version field (low four bits) of 0xF marks a container record.
    if ((head & 0xf) !== 0xf || depth === maxDepth) continue;
    const isList = kind === recordTypes.slideList && head >> 4 === slideListInstance;
    const childTarget = kind === recordTypes.slide ? found.boxes : isList ? found.outlines : target;
    walk(inside, { found, depth: depth + 1, target: childTarget });
  }
}

function linesOf(view: DataView, kind: number): string[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const text = new TextDecoder(kind === recordTypes.characters ? 'utf-16le' : 'latin1').decode(bytes);
  return text
    .split(/[\r\n\v]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '*');
}
