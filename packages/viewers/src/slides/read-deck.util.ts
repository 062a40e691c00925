import { CFB } from '@e965/xlsx';
import { PptxViewerError, parsePresentation } from '@extend-ai/react-pptx';
import { ViewerError } from '../viewer/viewer.types.ts';
import { pptTexts } from './ppt-text.rules.ts';
import { readSlideParts, type SlideParts } from './pptx-parts.util.ts';
import { sanitizeSlides } from './sanitize-slides.rules.ts';
import { paragraphsNotDrawn, textsOfNodes } from './slide-text.rules.ts';
import type { Deck, Presentation, Slide, SlideExtras } from './slides.types.ts';

const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b;

/**
 * Reads a presentation and the text that its drawing will lack. If the layout cannot be read, the text and
 * pictures are returned.
 */
export async function readDeck(bytes: Uint8Array): Promise<Deck> {
  const presentation = await parseLayout(bytes);
  const parts = isZip(bytes) ? await readPartsOrNull(bytes, presentation === null) : null;
  // If the layout parser finds no slides although the package has some, it has not understood the file.
  const isUnderstood = presentation && (presentation.slides.length > 0 || !parts || parts.size === 0);
  if (isUnderstood) {
    return { presentation, slides: presentation.slides.map((slide) => extrasOf(slide, parts)) };
  }
  if (!parts) return { presentation: null, slides: readBinaryTexts(bytes) };
  return {
    presentation: null,
    slides: Array.from(parts.values(), ({ texts, notes, pictures }) => ({
      undrawnTexts: texts,
      notes,
      pictures,
    })),
  };
}

async function parseLayout(bytes: Uint8Array): Promise<Presentation | null> {
  try {
    const { document } = await parsePresentation(bytes);
    return sanitizeSlides(document);
  } catch (error) {
    if (error instanceof PptxViewerError && error.code === 'encrypted-document') {
      throw new ViewerError('password', { cause: error });
    }
    return null;
  }
}

async function readPartsOrNull(bytes: Uint8Array, withPictures: boolean): Promise<SlideParts | null> {
  try {
    return await readSlideParts(bytes, withPictures);
  } catch {
    return null;
  }
}

function extrasOf({ nodes, notes, sourcePart }: Slide, parts: SlideParts | null) {
  const texts = parts?.get(sourcePart ?? '')?.texts ?? [];
  return {
    notes: (notes ?? []).map(({ text }) => text).filter((text) => text.trim() !== ''),
    undrawnTexts: paragraphsNotDrawn(texts, textsOfNodes(nodes)),
    pictures: [],
  };
}

/**
 * The text of a file in the binary format, which can be read without its layout.
 * @throws ViewerError `password` or `unreadable`
 */
function readBinaryTexts(bytes: Uint8Array): SlideExtras[] {
  const file = openCompoundFile(bytes);
  const stream = file && CFB.find(file, 'PowerPoint Document')?.content;
  if (!stream) throw new ViewerError(file && CFB.find(file, 'EncryptedPackage') ? 'password' : 'unreadable');
  const slides = pptTexts(Uint8Array.from(stream));
  if (slides.flat().length === 0) throw new ViewerError('unreadable');
  return slides.map((undrawnTexts) => ({ undrawnTexts, notes: [], pictures: [] }));
}

function openCompoundFile(bytes: Uint8Array) {
  try {
    return CFB.read(bytes, { type: 'array' });
  } catch {
    return null;
  }
}
