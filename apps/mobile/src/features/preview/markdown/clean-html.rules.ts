import DOMPurify from 'dompurify';

type CleanOptions = {
  /** Returns the data URL of an image address, or null where the image is not part of the document. */
  readonly picture: (address: string) => string | null;
  /** The text that replaces a missing image. */
  readonly pictureText: (words: string, address: string) => string;
  readonly linkText: (address: string) => string;
};

const addresses = [
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'longdesc',
  'ping',
  'poster',
  'profile',
  'srcset',
  'usemap',
];
const remote = /url\s*\(|@import|image-set|expression|-moz-binding|behavior\s*:/i;

/** Sanitises untrusted HTML: nothing in it runs, loads a resource or leads anywhere. */
export function cleanHtml(html: string, { picture, pictureText, linkText }: CleanOptions) {
  let leftOut = 0;
  const clean = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'audio',
      'base',
      'button',
      'dialog',
      'embed',
      'form',
      'iframe',
      'input',
      'link',
      'map',
      'area',
      'meta',
      'object',
      'option',
      'select',
      'source',
      'style',
      'template',
      'textarea',
      'track',
      'video',
    ],
    FORBID_ATTR: [
      ...addresses,
      'autofocus',
      'contenteditable',
      'id',
      'class',
      'name',
      'tabindex',
      'accesskey',
      'dir',
      'is',
      'slot',
    ],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ADD_DATA_URI_TAGS: ['img'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|data:image\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  });
  for (const styled of Array.from(clean.querySelectorAll<HTMLElement>('[style]'))) tame(styled);
  for (const image of Array.from(clean.querySelectorAll('img'))) {
    const address = image.getAttribute('src') ?? '';
    const held = picture(address);
    if (held === null) {
      if (/^(?:https?:)?\/\//i.test(address)) leftOut += 1;
      const words = image.getAttribute('alt')?.trim() ?? '';
      // An image of one pixel without alternative text is a tracking pixel.
      const tracking =
        words === '' && (image.getAttribute('width') === '1' || image.getAttribute('height') === '1');
      image.replaceWith(tracking ? '' : pictureText(words, address.slice(0, 120)));
    } else image.src = held;
  }
  for (const link of Array.from(clean.querySelectorAll('a'))) {
    const address = link.getAttribute('href') ?? '';
    const shown = document.createElement('span');
    if (/^(?:https?:|mailto:|tel:)/i.test(address)) {
      shown.className = 'link';
      shown.title = linkText(address);
    }
    shown.append(...Array.from(link.childNodes));
    link.replaceWith(shown);
  }
  return { clean, leftOut };
}

/** Removes styles that load a resource or could cover other content; colours and sizes stay. */
function tame({ style }: HTMLElement) {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    if (
      remote.test(value) ||
      /^(?:position|z-index|inset|top|left|right|bottom|animation|transition|cursor|content|pointer-events|user-select|-webkit-user-select)/.test(
        name,
      )
    ) {
      style.removeProperty(name);
    }
  }
}
