import type { viewers } from '../texts/zh/viewers.ts';
import type { Mail, Person } from './mail.types.ts';

/** Further recipients are collapsed. */
const maxVisiblePeople = 5;

const nameOf = ({ name, address }: Person) =>
  name !== '' && address !== '' && name !== address ? `${name} <${address}>` : name || address;

function peopleLine(people: readonly Person[], texts: typeof viewers): HTMLElement {
  const line = document.createElement('dd');
  line.textContent = people.slice(0, maxVisiblePeople).map(nameOf).join('、');
  const rest = people.slice(maxVisiblePeople);
  if (rest.length === 0) return line;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = texts.mail.more(rest.length);
  details.append(summary, rest.map(nameOf).join('、'));
  line.append(details);
  return line;
}

/** Renders sender, recipients, date and subject of a mail. */
export function renderMailHead(
  mail: Mail,
  { texts, language }: { readonly texts: typeof viewers; readonly language: string },
) {
  const head = document.createElement('header');
  head.setAttribute('aria-label', texts.mail.head);
  const subject = document.createElement('h1');
  subject.textContent = mail.subject.trim() || texts.mail.noSubject;
  const facts = document.createElement('dl');
  const add = (name: string, value: HTMLElement) => {
    const term = document.createElement('dt');
    term.textContent = name;
    facts.append(term, value);
  };
  const { from, to, cc, bcc } = texts.mail;
  const lines: readonly (readonly [string, readonly Person[]])[] = [
    [from, mail.from],
    [to, mail.to],
    [cc, mail.cc],
    [bcc, mail.bcc],
  ];
  for (const [name, people] of lines) if (people.length > 0) add(name, peopleLine(people, texts));
  if (mail.date) {
    const value = document.createElement('dd');
    value.textContent = new Intl.DateTimeFormat(language === 'en' ? 'en' : 'zh-CN', {
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(mail.date);
    add(texts.mail.date, value);
  }
  head.append(subject, facts);
  return head;
}
