import type { Texts } from '../texts.ts';

export const escalation: Texts['escalation'] = {
  label: 'When a task passes its deadline',
  hint: 'Somebody else gets the task, with a new deadline. After so many times, or if there is nobody to give it to, the application ends.',
  kinds: {
    end: 'The application ends',
    department_head: 'The head of the assignee’s department gets it',
    head_above: 'The head above that one gets it',
    people: 'These people get it',
  },
  times: 'At most so many times',
  people: 'People who get it, in order',
  addPerson: 'Add person who gets it',
  words: (kind, times) => `${kind}, at most ${times} times`,
  escalatedTo: (name) => `Past the deadline, passed on to ${name}`,
  simulated: (name) => `If ${name} does not decide in time`,
  simulatedEnd: 'the application ends',
  problem: {
    noPeople: 'Choose the people who get overdue tasks',
    noTimeLimit: 'Passing on overdue tasks needs a time limit',
  },
};
