import type { viewers } from '../../../i18n/zh/viewers.ts';
import { toBase64 } from '../base64.rules.ts';
import { cleanHtml } from '../markdown/clean-html.rules.ts';
import type { Mail, MailPart } from './mail.types.ts';

const pictures: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['BM', 'image/bmp'],
  ['RIFF', 'image/webp'],
];

function pictureUrl(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  const type = pictures.find(([mark]) => start.startsWith(mark))?.[1];
  return type === undefined ? null : `data:${type};base64,${toBase64(bytes)}`;
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The text of a mail, and the parts that stand in it. */
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
      const url = part ? pictureUrl(part.bytes()) : null;
      if (part && url !== null) used.add(part);
      return url;
    },
    pictureText: texts.text.picture,
    linkText: texts.text.link,
  });
  letter.append(clean);
  return { letter, used, leftOut };
}
