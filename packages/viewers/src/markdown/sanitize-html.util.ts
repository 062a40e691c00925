import DOMPurify from 'dompurify';

type SanitizeOptions = {
  /** Returns the data URL of an image address, or null where the image is not part of the document. */
  readonly picture: (address: string) => string | null;
  /** The text that replaces a missing image. */
  readonly pictureText: (words: string, address: string) => string;
  readonly linkText: (address: string) => string;
};

const addressAttributes = [
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
const remoteValue = /url\s*\(|@import|image-set|expression|-moz-binding|behavior\s*:/i;

/** Sanitises untrusted HTML: nothing in it runs, loads a resource or leads anywhere. */
export function sanitizeHtml(html: string, { picture, pictureText, linkText }: SanitizeOptions) {
  let blockedImages = 0;
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
      ...addressAttributes,
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
  for (const styledElement of Array.from(clean.querySelectorAll<HTMLElement>('[style]')))
    removeUnsafeStyles(styledElement);
  for (const image of Array.from(clean.querySelectorAll('img'))) {
    const address = image.getAttribute('src') ?? '';
    const dataUrl = picture(address);
    if (dataUrl === null) {
      if (/^(?:https?:)?\/\//i.test(address)) blockedImages += 1;
      const words = image.getAttribute('alt')?.trim() ?? '';
      // An image of one pixel without alternative text is a tracking pixel.
      const isTrackingPixel =
        words === '' && (image.getAttribute('width') === '1' || image.getAttribute('height') === '1');
      image.replaceWith(isTrackingPixel ? '' : pictureText(words, address.slice(0, 120)));
    } else image.src = dataUrl;
  }
  for (const link of Array.from(clean.querySelectorAll('a'))) {
    const address = link.getAttribute('href') ?? '';
    const replacement = document.createElement('span');
    if (/^(?:https?:|mailto:|tel:)/i.test(address)) {
      replacement.className = 'link';
      replacement.title = linkText(address);
    }
    replacement.append(...Array.from(link.childNodes));
    link.replaceWith(replacement);
  }
  return { clean, blockedImages };
}

/** Removes styles that load a resource or could cover other content; colours and sizes stay. */
function removeUnsafeStyles({ style }: HTMLElement) {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    if (
      remoteValue.test(value) ||
      /^(?:position|z-index|inset|top|left|right|bottom|animation|transition|cursor|content|pointer-events|user-select|-webkit-user-select)/.test(
        name,
      )
    ) {
      style.removeProperty(name);
    }
  }
}
