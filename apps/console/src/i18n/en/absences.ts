import type { Texts } from '../texts.ts';

export const absences: Texts['absences'] = {
  title: 'Out of office',
  lead: 'In the period, the member and the deputy both see and decide the member’s tasks. Records say who decided for whom.',
  none: 'No deputy has been named yet',
  set: 'Name a deputy',
  setTitle: (name) => `Name a deputy for ${name}`,
  setText: (name) =>
    `The deputy sees and decides the tasks of ${name} with their documents, except applications that the deputy submitted. Both are informed.`,
  saved: 'Deputy named',
  deputy: 'Deputy',
  from: 'Start',
  fromHint: 'Empty: now.',
  until: 'End',
  untilHint: 'Empty: until the deputyship is ended.',
  periodTitle: 'Period',
  period: (from, until) => `${from} to ${until}`,
  since: (from) => `from ${from}`,
  types: 'Application types',
  allTypes: 'All application types',
  separator: ', ',
  state: 'State',
  states: { coming: 'Not begun', running: 'Running', ended: 'Ended' },
  endReasons: { taken_back: 'Ended early', elapsed: 'Expired', membership: 'Member left' },
  end: 'End',
  endTitle: (deputy) => `End the deputyship of ${deputy}?`,
  endText: (deputy, person) =>
    `${deputy} loses sight of the tasks and documents of ${person} at once. Both are informed. Decisions that were made stay valid.`,
  ended: 'Deputyship ended',
};
