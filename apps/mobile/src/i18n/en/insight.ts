import type { Texts } from '../texts.ts';

export const insight: Texts['insight'] = {
  lead: 'The time from receiving your tasks to completing them, without your absences.',
  period: 'Period',
  lastDays: (days) => `Last ${days} days`,
  open: 'Open tasks',
  oldest: 'Oldest received',
  decided: 'Completed tasks',
  median: 'Median waiting time',
  none: 'None yet',
  shown: 'Your organisation shows these figures to administrators. Each reading is audited.',
  notShown: 'Only you can see these figures.',
};
