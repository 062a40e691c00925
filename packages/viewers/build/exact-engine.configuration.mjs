import { narrowFamily } from './exact-engine.narrow-font.mjs';
import { numbersFile } from './exact-engine.numbers.mjs';

/**
 * The locale of the system, which decides about documents that name no paper and no language. The library would take Letter
 * paper and set its own locale; `finalized` refuses that. The Marshall Islands stand for English words and A4 paper: the library
 * has no data of theirs and takes those of English, and Letter only for the countries that it lists.
 */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:data xmlns:oor="http://openoffice.org/2001/registry"><dependency file="main"/>
<oor:component-data oor:package="org.openoffice" oor:name="Setup"><node oor:name="L10N">
<prop oor:name="ooSetupSystemLocale" oor:finalized="true"><value>en-MH</value></prop></node></oor:component-data></oor:data>
`;

/** Files that the engine finds in its installation besides those of its package. */
export const configurationFiles = [
  { filename: '/instdir/share/registry/sealflow.xcd', text: settings },
  { filename: numbersFile.filename, text: numbersFile.text },
];

/** The rules of fontconfig that the package contains. They read all others. */
export const fontRulesFile = '/instdir/share/fontconfig/fonts.conf';

/** The names that the library adds to the name of a font, by the kind of font that the document states for it. */
const genericFonts = ['sans', 'mono', 'serif', 'sans-serif', 'monospace', 'cursive', 'fantasy'];

/** Rules are read from the start of a file. These names are removed unless a font is asked for by such a name alone. */
const rulesAgainstGenericFonts = genericFonts
  .map(
    (name) => `<match target="pattern"><test name="family"><string>${name}</string></test>
<test qual="first" name="family" compare="not_eq"><string>${name}</string></test><edit name="family" mode="delete"/></match>
`,
  )
  .join('');

/** The family of the Chinese fonts of the engine. */
const chineseFamily = 'Noto Sans S Chinese';

const replacementRule = ([
  name,
  family,
]) => `<match target="pattern"><test qual="any" name="family"><string>${name}</string></test>
<edit name="family" mode="assign" binding="same"><string>${family}</string></edit></match>
`;

/** Later names of the design of the Chinese fonts. Documents that name one get its Latin letters and digits, which are equal. */
const namesOfChineseFonts = ['SC', 'TC', 'HK', 'JP', 'KR'].flatMap((region) => [
  `Noto Sans CJK ${region}`,
  `Noto Sans ${region}`,
]);

/** Fonts whose letters are as wide as those of Arial Narrow. */
const namesOfNarrowFonts = [
  'Arial Narrow',
  'Helvetica Narrow',
  'Helvetica Condensed',
  'Liberation Sans Narrow',
];

const replacementRules = [
  ...namesOfChineseFonts.map((name) => [name, chineseFamily]),
  ...namesOfNarrowFonts.map((name) => [name, narrowFamily]),
]
  .map(replacementRule)
  .join('');

/**
 * The Chinese fonts lack a few rare characters of Taiwan, Hong Kong and Macao. Without these rules another font draws the punctuation
 * and the signs of documents from there.
 */
const rulesForOtherRegions = ['zh-tw', 'zh-hk', 'zh-mo']
  .map(
    (language) => `<match target="scan"><test name="family"><string>${chineseFamily}</string></test>
<edit name="lang" mode="assign"><plus><name>lang</name><langset><string>${language}</string></langset></plus></edit></match>
`,
  )
  .join('');

/**
 * Lets fontconfig choose a replacement by the name of the font, as it does for the LibreOffice of distributions. With the names that
 * this build adds, a font of the general kind comes before the replacement with equal widths: DejaVu Sans before Liberation Sans for
 * Helvetica.
 */
export function adaptFontRules(text) {
  const [start, end, ...rest] = text.split('<fontconfig>');
  if (end === undefined || rest.length > 0) throw new Error('the rules of fontconfig have another form');
  return `${start}<fontconfig>\n${rulesAgainstGenericFonts}${replacementRules}${rulesForOtherRegions}${end}`;
}
