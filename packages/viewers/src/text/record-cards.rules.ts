import { pictureTypeOfBytes, pictureUrl } from '../format/picture-types.rules.ts';
import type { records } from '../texts/zh/records.ts';
import type { Component, Property } from './jcal.rules.ts';

type Texts = typeof records;
export type FactName = keyof Texts['facts'];

/** An event, a task or a contact as it is shown. */
export type RecordCard = {
  readonly title: string;
  readonly facts: readonly { readonly name: FactName; readonly value: string }[];
  readonly note: string;
  /** A data URL. */
  readonly picture: string | null;
};

type CardOptions = { readonly texts: Texts; readonly locale: string };

const maxPictureBase64 = 2 * 1024 * 1024;
const maxValueLength = 20_000;

function plainText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, maxValueLength).trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(plainText).filter(Boolean).join(', ') : '';
}
const valueOf = ({ values }: Property) => values.map(plainText).filter(Boolean).join(', ');
const allOf = ({ properties }: Component, name: string) => properties.filter((one) => one.name === name);
const textOf = (component: Component, name: string) => allOf(component, name).map(valueOf).join('\n').trim();

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d)?(Z)?)?$/;

/**
 * A time as it is written, with the name of its zone. A time in UTC is shown in the zone of the device.
 */
function timeText(value: unknown, zone: unknown, locale: string): string {
  const text = plainText(value);
  const [, year, month, day, hour, minute, isUtc] = iso.exec(text) ?? [];
  if (year === undefined) return text;
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)),
  );
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    ...(hour === undefined ? {} : { timeStyle: 'short' }),
    ...(isUtc ? {} : { timeZone: 'UTC' }),
  });
  return `${format.format(date)}${typeof zone === 'string' ? ` (${zone.slice(0, 60)})` : ''}`;
}

const timeOf = (component: Component, name: string, locale: string) =>
  allOf(component, name)
    .map(({ values: [value], parameters }) => timeText(value, parameters['tzid'], locale))
    .join(', ');

/** Describes a recurrence (RFC 5545, 3.3.10); parts without words are shown as they are written. */
function recurrenceText({ values: [rule] }: Property, { texts, locale }: CardOptions): string {
  if (typeof rule !== 'object' || rule === null) return plainText(rule);
  const { freq, interval, count, until, ...others } = rule as Readonly<Record<string, unknown>>;
  const every = texts.every(plainText(freq).toUpperCase(), Number(interval ?? 1) || 1);
  const rest = Object.entries(others).map(([name, value]) => `${name.toUpperCase()}=${listText(value)}`);
  return [
    every,
    ...rest,
    count === undefined ? '' : texts.times(Number(count) || 0),
    until === undefined ? '' : texts.until(timeText(until, undefined, locale)),
  ]
    .filter(Boolean)
    .join(', ');
}
const listText = (value: unknown) =>
  Array.isArray(value) ? value.map(plainText).join(',') : plainText(value);

function personText(person: Property): string {
  const address = valueOf(person).replace(/^mailto:/i, '');
  const name = plainText(person.parameters['cn']);
  return name === '' || name === address ? address : `${name} <${address}>`;
}

function cardOfEvent(component: Component, options: CardOptions): RecordCard {
  const { texts, locale } = options;
  const values: Readonly<Partial<Record<FactName, string>>> = {
    start: timeOf(component, 'dtstart', locale),
    end: timeOf(component, 'dtend', locale),
    due: timeOf(component, 'due', locale),
    duration: textOf(component, 'duration'),
    repeats: allOf(component, 'rrule')
      .map((rule) => recurrenceText(rule, options))
      .join('; '),
    location: textOf(component, 'location'),
    organizer: allOf(component, 'organizer').map(personText).join(', '),
    attendees: allOf(component, 'attendee').map(personText).join(', '),
    status: textOf(component, 'status'),
    categories: textOf(component, 'categories'),
    url: textOf(component, 'url'),
  };
  return {
    title: textOf(component, 'summary') || texts.untitled,
    facts: factsOf(values),
    note: textOf(component, 'description'),
    picture: null,
  };
}

const factsOf = (values: Readonly<Partial<Record<FactName, string>>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === '' ? [] : [{ name: name as FactName, value }],
  );

/** A value with its kinds, such as a number at work. */
function typedText(property: Property, { texts }: CardOptions): string {
  const types = [property.parameters['type']].flat().map((one) => plainText(one).toLowerCase());
  const known: Readonly<Record<string, string>> = texts.types;
  const labels = types.flatMap((type) => (Object.hasOwn(known, type) ? [known[type]] : []));
  const value = valueOf(property).replace(/^(?:tel|mailto):/i, '');
  return labels.length > 0 ? `${value} (${labels.join(', ')})` : value;
}

function pictureOf(component: Component): string | null {
  const [photo] = allOf(component, 'photo');
  const base64 = photo
    ? valueOfPhoto(photo)
        .replace(/^data:[^,]{0,100},/, '')
        .replace(/\s/g, '')
    : '';
  if (base64 === '' || base64.length > maxPictureBase64) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const type = pictureTypeOfBytes(bytes);
    return type === null ? null : pictureUrl(type, bytes);
  } catch {
    return null;
  }
}
const valueOfPhoto = ({ values: [value] }: Property) => (typeof value === 'string' ? value : '');

function cardOfContact(component: Component, options: CardOptions): RecordCard {
  const { texts, locale } = options;
  const typed = (name: string) =>
    allOf(component, name)
      .map((one) => typedText(one, options))
      .filter(Boolean)
      .join('\n');
  const values: Readonly<Partial<Record<FactName, string>>> = {
    organization: textOf(component, 'org'),
    role: [textOf(component, 'title'), textOf(component, 'role')].filter(Boolean).join(', '),
    phone: typed('tel'),
    mail: typed('email'),
    address: typed('adr'),
    birthday: timeOf(component, 'bday', locale),
    nickname: textOf(component, 'nickname'),
    url: textOf(component, 'url'),
    categories: textOf(component, 'categories'),
  };
  return {
    title: textOf(component, 'fn') || textOf(component, 'n') || textOf(component, 'org') || texts.untitled,
    facts: factsOf(values),
    note: textOf(component, 'note'),
    picture: pictureOf(component),
  };
}

const shownInCalendar = new Set(['vevent', 'vtodo', 'vjournal', 'vfreebusy']);

/** The cards of calendars and contacts in the order of the file. */
export function cardsOf(components: readonly Component[], options: CardOptions): readonly RecordCard[] {
  return components.flatMap((component) => {
    if (component.name === 'vcard') return [cardOfContact(component, options)];
    if (shownInCalendar.has(component.name)) return [cardOfEvent(component, options)];
    return component.name === 'vcalendar' ? cardsOf(component.components, options) : [];
  });
}
