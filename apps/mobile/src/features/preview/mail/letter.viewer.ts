import type { viewers } from '../../../i18n/zh/viewers.ts';
import { cleanHtml } from '../markdown/clean-html.rules.ts';
import { pictureType, pictureUrl } from '../picture-types.rules.ts';
import type { Mail, MailPart } from './mail.types.ts';

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Renders the body of a mail; `used` lists the parts that are shown inline. */
export function letterOf({ html, text, parts }: Mail, texts: typeof viewers) {
  const used = new Set<MailPart>();
  const letter = document.createElement('div');
  letter.className = html === null ? 'letter plain' : 'letter';
  letter.setAttribute('role', 'article');
  letter.setAttribute('aria-label', texts.mail.body);
  if (html === null || html.trim() === '') {
    letter.textContent = text.trim() === '' ? texts.mail.noBody : text;
    return { letter, used, leftOut: 0 };
  }
  const { clean, leftOut } = cleanHtml(html, {
    picture: (address) => {
      if (address.startsWith('data:image/')) return address;
      const id = decoded(address.replace(/^cid:/i, ''));
      const part = parts.find(({ contentId, name }) => contentId === id || (name !== '' && name === id));
      const type = part?.bytes ? pictureType(part.bytes) : null;
      if (!part?.bytes || type === null) return null;
      used.add(part);
      return pictureUrl(type, part.bytes);
    },
    pictureText: texts.text.picture,
    linkText: texts.text.link,
  });
  letter.append(clean);
  return { letter, used, leftOut };
}
