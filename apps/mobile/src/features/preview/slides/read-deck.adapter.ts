import { CFB } from '@e965/xlsx';
import { PptxViewerError, parsePresentation } from '@extend-ai/react-pptx';
import { ViewerError } from '../viewer.types.ts';
import { pptWords } from './ppt-words.rules.ts';
import { readSlideParts, type SlideParts } from './pptx-parts.adapter.ts';
import { missingFrom, textsOfNodes } from './slide-words.rules.ts';
import type { Deck, Presentation, Slide, SlideExtras } from './slides.types.ts';
import { tidySlides } from './tidy-slides.rules.ts';

const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b;

/**
 * Reads a presentation and the text that its drawing will lack. If the layout cannot be read, the text and
 * pictures are returned.
 */
export async function readDeck(bytes: Uint8Array): Promise<Deck> {
  const presentation = await layoutOf(bytes);
  const parts = isZip(bytes) ? await partsOf(bytes, presentation === null) : null;
  // If the layout parser finds no slides although the package has some, it has not understood the file.
  const isUnderstood = presentation && (presentation.slides.length > 0 || !parts || parts.size === 0);
  if (isUnderstood) {
    return { presentation, slides: presentation.slides.map((slide) => extrasOf(slide, parts)) };
  }
  if (!parts) return { presentation: null, slides: wordsOfBinary(bytes) };
  return {
    presentation: null,
    slides: Array.from(parts.values(), ({ words, notes, pictures }) => ({ rest: words, notes, pictures })),
  };
}

async function layoutOf(bytes: Uint8Array): Promise<Presentation | null> {
  try {
    const { document } = await parsePresentation(bytes);
    return tidySlides(document);
  } catch (error) {
    if (error instanceof PptxViewerError && error.code === 'encrypted-document') {
      throw new ViewerError('password', { cause: error });
    }
    return null;
  }
}

async function partsOf(bytes: Uint8Array, withPictures: boolean): Promise<SlideParts | null> {
  try {
    return await readSlideParts(bytes, withPictures);
  } catch {
    return null;
  }
}

function extrasOf({ nodes, notes, sourcePart }: Slide, parts: SlideParts | null) {
  const words = parts?.get(sourcePart ?? '')?.words ?? [];
  return {
    notes: (notes ?? []).map(({ text }) => text).filter((text) => text.trim() !== ''),
    rest: missingFrom(words, textsOfNodes(nodes)),
    pictures: [],
  };
}

/**
 * The text of a file in the binary format, which can be read without its layout.
 * @throws ViewerError `password` or `unreadable`
 */
function wordsOfBinary(bytes: Uint8Array): SlideExtras[] {
  const file = binaryFile(bytes);
  const stream = file && CFB.find(file, 'PowerPoint Document')?.content;
  if (!stream) throw new ViewerError(file && CFB.find(file, 'EncryptedPackage') ? 'password' : 'unreadable');
  const slides = pptWords(Uint8Array.from(stream));
  if (slides.flat().length === 0) throw new ViewerError('unreadable');
  return slides.map((rest) => ({ rest, notes: [], pictures: [] }));
}

function binaryFile(bytes: Uint8Array) {
  try {
    return CFB.read(bytes, { type: 'array' });
  } catch {
    return null;
  }
}
