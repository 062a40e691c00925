import type { records as zh } from '../zh/records.ts';

const units: Readonly<Record<string, string>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

export const records: typeof zh = {
  untitled: '(No title)',
  picture: 'Photo',
  facts: {
    start: 'Start',
    end: 'End',
    due: 'Due',
    duration: 'Duration',
    repeats: 'Repeats',
    location: 'Location',
    organizer: 'Organizer',
    attendees: 'Attendees',
    status: 'Status',
    categories: 'Categories',
    url: 'Web address',
    organization: 'Organization',
    role: 'Role',
    phone: 'Phone',
    mail: 'Email',
    address: 'Address',
    birthday: 'Birthday',
    nickname: 'Nickname',
  },
  types: { home: 'home', work: 'work', cell: 'mobile', fax: 'fax', main: 'main' },
  every: (frequency, interval) =>
    interval === 1
      ? `Every ${units[frequency] ?? frequency}`
      : `Every ${interval} ${units[frequency] ?? frequency}s`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  until: (date) => `until ${date}`,
};
