import { pictureTypeOfBytes, pictureUrl } from '../format/picture-types.rules.ts';
import { sanitizeHtml } from '../markdown/sanitize-html.util.ts';
import type { viewers } from '../texts/zh/viewers.ts';
import type { Mail, MailPart } from './mail.types.ts';

const decodeUri = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Renders the body of a mail; `used` lists the parts that are shown inline. */
export function renderMailBody({ html, text, parts }: Mail, texts: typeof viewers) {
  const inlineParts = new Set<MailPart>();
  const body = document.createElement('div');
  body.className = html === null ? 'letter plain' : 'letter';
  body.setAttribute('role', 'article');
  body.setAttribute('aria-label', texts.mail.body);
  if (html === null || html.trim() === '') {
    body.textContent = text.trim() === '' ? texts.mail.noBody : text;
    return { body, inlineParts, blockedImages: 0 };
  }
  const { clean, blockedImages } = sanitizeHtml(html, {
    picture: (address) => {
      if (address.startsWith('data:image/')) return address;
      const id = decodeUri(address.replace(/^cid:/i, ''));
      const part = parts.find(({ contentId, name }) => contentId === id || (name !== '' && name === id));
      const type = part?.bytes ? pictureTypeOfBytes(part.bytes) : null;
      if (!part?.bytes || type === null) return null;
      inlineParts.add(part);
      return pictureUrl(type, part.bytes);
    },
    pictureText: texts.text.picture,
    linkText: texts.text.link,
  });
  body.append(clean);
  return { body, inlineParts, blockedImages };
}
