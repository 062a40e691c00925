import { addStyle } from '../frame/add-style.viewer.ts';
import { callWorker } from '../frame/call-worker.util.ts';
import type { FrameOptions, ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import markdownCss from '../markdown/markdown.css?inline';
import { createDomSearch } from '../text/dom-search.viewer.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { sizeText } from '../texts/sizes.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import css from './mail.css?inline';
import type { Mail, MailPart } from './mail.types.ts';
import type { MailRequest } from './mail.worker.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import MailWorker from './mail.worker.ts?worker&inline';
import { renderMailBody } from './mail-body.viewer.ts';
import { renderMailHead } from './mail-head.viewer.ts';

const textZoom = { min: 0.7, max: 3, step: 1.2 } as const;

/** Shows a mail with its body and its attachments, which open as documents in the preview. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = options.language === 'en' ? en : zh;
  addStyle(markdownCss, css);
  const bytes = await readWholeDocument(source, options);
  const mail = await readMail(bytes, options.kind);
  const page = document.createElement('div');
  page.className = 'mail';
  const { body, inlineParts, blockedImages } = renderMailBody(mail, texts);
  page.append(renderMailHead(mail, { texts, language: options.language }));
  const attached = mail.parts.filter((part) => !inlineParts.has(part));
  if (attached.length > 0) page.append(attachments(attached, texts, options));
  if (blockedImages > 0) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = texts.mail.remote;
    page.append(note);
  }
  page.append(body);
  root.append(page);
  options.onPage(1, 1);
  let size = 1;
  return {
    zoom: (step) => {
      const next = step === 'in' ? size * textZoom.step : size / textZoom.step;
      size = step === 'fit' ? 1 : Math.min(textZoom.max, Math.max(textZoom.min, next));
      page.style.fontSize = `${size}rem`;
    },
    search: createDomSearch(page),
  };
};

/** Runs in a worker, so that circular chains in a file can block only the worker. */
async function readMail(bytes: Uint8Array<ArrayBuffer>, kind: string): Promise<Mail> {
  const worker = new MailWorker();
  try {
    return await callWorker<Mail>(worker, { bytes, kind } satisfies MailRequest, {
      transfer: [bytes.buffer],
    });
  } finally {
    worker.terminate();
  }
}

function attachments(parts: readonly MailPart[], texts: typeof zh, options: FrameOptions): HTMLElement {
  const section = document.createElement('section');
  section.className = 'attachments';
  const title = document.createElement('h2');
  title.textContent = texts.mail.attachments(parts.length);
  const list = document.createElement('ul');
  for (const part of parts) {
    const name = part.name === '' ? texts.mail.unnamed : part.name.replace(/^\./, `${texts.mail.unnamed}.`);
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    const { bytes } = part;
    const length = part.size > 0 ? sizeText(part.size) : '';
    const size = bytes === null ? texts.mail.broken : length;
    button.setAttribute('aria-label', texts.mail.open(name, size));
    const label = document.createElement('span');
    label.textContent = name;
    const sizeLabel = document.createElement('small');
    sizeLabel.textContent = size;
    button.append(label, sizeLabel);
    // An unreadable attachment stays in the list, because it belongs to the mail.
    button.disabled = bytes === null;
    button.addEventListener('click', () => {
      if (bytes === null) return;
      options.openPart({
        name,
        content: {
          size: bytes.length,
          read: async (offset, length) => bytes.slice(offset, offset + length),
        },
      });
    });
    item.append(button);
    list.append(item);
  }
  section.append(title, list);
  return section;
}
