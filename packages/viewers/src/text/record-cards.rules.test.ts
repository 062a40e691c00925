import { expect, it } from 'vitest';
import { records as en } from '../texts/en/records.ts';
import { readComponents } from './jcal.rules.ts';
import { cardsOf } from './record-cards.rules.ts';

const cards = (text: string, kind: 'calendar' | 'contacts') => {
  const components = readComponents(text, kind);
  return components && cardsOf(components, { texts: en, locale: 'en-GB' });
};
const factsOf = (text: string, kind: 'calendar' | 'contacts') =>
  Object.fromEntries(cards(text, kind)?.[0]?.facts.map(({ name, value }) => [name, value]) ?? []);

it('reads an event with its zone, recurrence and people', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'SUMMARY:合同评审\\, 第二轮',
    'DTSTART;TZID=Asia/Shanghai:20261201T093000',
    'DTEND;VALUE=DATE:20261202',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10',
    'ORGANIZER;CN=张伟:mailto:zhang@huachen.example',
    'DESCRIPTION:第一行\\n第二',
    ' 行',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  expect(cards(text, 'calendar')).toMatchObject([{ title: '合同评审, 第二轮', note: '第一行\n第二行' }]);
  expect(factsOf(text, 'calendar')).toEqual({
    start: 'Tuesday, 1 December 2026 at 09:30 (Asia/Shanghai)',
    end: 'Wednesday, 2 December 2026',
    repeats: 'Every 2 weeks, BYDAY=MO,WE, 10 times',
    organizer: '张伟 <zhang@huachen.example>',
  });
});

it('reads contacts of all versions, also the quoted-printable ones of phones', () => {
  const old = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=BC=A0=',
    '=E4=BC=9F',
    'TEL;CELL;PREF:+86 138 0000 5678',
    'END:VCARD',
  ].join('\r\n');
  expect(cards(old, 'contacts')).toMatchObject([{ title: '张伟' }]);
  expect(factsOf(old, 'contacts')).toEqual({ phone: '+86 138 0000 5678 (mobile)' });
  const modern =
    'BEGIN:VCARD\nVERSION:4.0\nFN:Li Na\nEMAIL;TYPE=work:li@huachen.example\nORG:Huachen;Sales\nEND:VCARD\n';
  expect(cards(`${modern}${modern}`, 'contacts')).toHaveLength(2);
  expect(factsOf(modern, 'contacts')).toEqual({
    organization: 'Huachen, Sales',
    mail: 'li@huachen.example (work)',
  });
});

it('shows a picture only if its bytes are one, and nothing of an address', () => {
  const card = (photo: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${photo}\nEND:VCARD`;
  const png = btoa('\x89PNG\r\n\x1a\n');
  const pictureOf = (photo: string) => cards(card(photo), 'contacts')?.[0]?.picture;
  expect(pictureOf(`PHOTO;ENCODING=b;TYPE=PNG:${png}`)).toBe(`data:image/png;base64,${png}`);
  expect(pictureOf('PHOTO;VALUE=uri:https://evil.example/a.png')).toBeNull();
  expect(pictureOf(`PHOTO:data:text/html;base64,${btoa('<script>')}`)).toBeNull();
});

it.each(['', 'BEGIN:VCALENDAR', 'BEGIN:VCARD\nEND:VCALENDAR', 'plain text', 'BEGIN:VCARD\n;;;\nEND:VCARD'])(
  'reads nothing, or an empty card, of %j',
  (text) => {
    expect(cards(text, 'contacts')?.[0]?.facts ?? []).toEqual([]);
  },
);

it('limits the depth and number of components', () => {
  const deep = `${'BEGIN:VCALENDAR\n'.repeat(3000)}${'END:VCALENDAR\n'.repeat(3000)}`;
  expect(cards(deep, 'calendar')).toEqual([]);
  const event = 'BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n';
  expect(cards(`BEGIN:VCALENDAR\n${event.repeat(6000)}END:VCALENDAR\n`, 'calendar')?.length).toBe(4999);
});
