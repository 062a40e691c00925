import DOMPurify from 'dompurify';
import mammoth from 'mammoth';
import type { RenderedDocument } from './page-column.viewer.ts';

/** Renders the content of a document without its layout, as one long page. */
export async function renderPlainDocx(bytes: Uint8Array<ArrayBuffer>): Promise<RenderedDocument> {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: bytes.buffer },
    { convertImage: mammoth.images.dataUri, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  return { pages: [createPlainPage(value)], styles: [] };
}

/** A page of sanitised HTML: nothing in it runs, loads or links outside. */
export function createPlainPage(html: string): HTMLElement {
  const page = document.createElement('section');
  page.className = 'plain';
  page.append(
    DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'form', 'input'] }),
  );
  return page;
}
