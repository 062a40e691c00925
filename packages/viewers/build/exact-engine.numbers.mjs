/**
 * Numbers in English words, which the library lacks: lists in Word are numbered 1st, First or One. The language of the rules is Soros,
 * of libnumbertext. The first rule whose pattern matches replaces the number, after the words of its kind.
 */

const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'sixteen seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const groups = ['thousand', 'million', 'billion'];
/** The ordinal numbers that are not a cardinal number and `th`. */
const irregular = [
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
  ['y', 'ieth'],
];

const rules = [
  '"ordinal-number (.*1[1-3])" \\1th',
  '"ordinal-number (.*1)" \\1st',
  '"ordinal-number (.*2)" \\1nd',
  '"ordinal-number (.*3)" \\1rd',
  '"ordinal-number (.*)" \\1th',
  '"cardinal (.*)" $1',
  ...irregular.map(([end, ordinal]) => `"word (.*)${end}" \\1${ordinal}`),
  '"word (.*)" \\1th',
  '"ordinal (.*)" $(word $1)',
  // Leading zeros of a group, which is empty if it consists of them.
  '0+',
  '"0+([1-9][0-9]*)" $1',
  ...small.slice(1).map((word, index) => `${index + 1} ${word}`),
  ...tens.map((word, index) => `${index + 2}0 ${word}`),
  ...tens.map((word, index) => `${index + 2}([1-9]) ${word}-$1`),
  '"([1-9])00" $1 hundred',
  '"([1-9])([0-9][0-9])" $1 hundred $2',
  ...groups.flatMap((name, index) => {
    const digits = '[0-9]'.repeat(3 * (index + 1));
    return [
      `"([0-9]{1,3})${'0'.repeat(3 * (index + 1))}" $1 ${name}`,
      `"([0-9]{1,3})(${digits})" $1 ${name} $2`,
    ];
  }),
];

/** The file that the engine reads for English. */
export const numbersFile = {
  folder: 'numbertext',
  filename: '/instdir/share/numbertext/en.sor',
  text: `__numbertext__\n${rules.join('\n')}\n`,
};
