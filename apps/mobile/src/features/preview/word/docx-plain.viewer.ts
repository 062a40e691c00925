import DOMPurify from 'dompurify';
import mammoth from 'mammoth';
import type { Written } from './paper.viewer.ts';

/** What a document says without its layout, in one long page. */
export async function plainDocx(bytes: Uint8Array<ArrayBuffer>): Promise<Written> {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: bytes.buffer },
    { convertImage: mammoth.images.dataUri, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  return { pages: [plainPage(value)], styles: [] };
}

/** A page of markup that comes from a document: nothing of it runs, asks or leads anywhere. */
export function plainPage(html: string): HTMLElement {
  const page = document.createElement('section');
  page.className = 'plain';
  page.append(
    DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'form', 'input'] }),
  );
  return page;
}
