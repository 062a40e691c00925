/** Codes of a font without a character in Unicode. */
const unmapped = '\ufffd';
const firstCode = 0x20;
/** The private characters that stand for the codes of a font with an encoding of its own. */
const firstPrivate = 0xf000;

/** The encoding of the font Symbol (Adobe, Symbol Encoding to Unicode), from the code 20 hexadecimal. */
const symbol = [
  ' !∀#∃%&∍()*+,−./0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  `‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}~${unmapped}`,
  unmapped.repeat(32),
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  `◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪${unmapped}⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭${unmapped}`,
];

/** The encoding of the font Wingdings. Signs that few fonts have are replaced by similar ones. */
const wingdings = [
  ' ✎✂✁👓🔔📖🕯☎✆✉✉📪📫📬📭📁📂📄📄📑🗄⌛⌨🖱🖲💻💾💾💾✇✍',
  '✍✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳⚑✈☼🌢❄✝✞✠✠✡☪☯🕉☸♈♉',
  '♊♋♌♍♎♏♐♑♒♓&&●❍■□□❑❒◆◆◆❖◆⌧⮹⌘✿❀❝❞▯',
  '⓪➀➁➂➃➄➅➆➇➈➉⓿➊➋➌➍➎➏➐➑➒➓❧☙☙❧☙❧❧☙∙•',
  '▪○○○◉◎○▪□▲✦★✶✴✹✵⯐⌖⯎⯏◈✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘',
  '🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←',
  `→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▫▫✗✓☒☑${unmapped}`,
];

/** Signs of the font MT Extra, which equation editors draw beside those of Symbol. */
const mathExtra: Readonly<Record<string, string>> = {
  C: '∐',
  I: '⋂',
  K: '…',
  L: '⋯',
  M: '⋮',
  N: '⋰',
  O: '⋱',
  U: '⋃',
  h: 'ℏ',
  l: 'ℓ',
};

const mathExtraTable = Array.from(
  { length: 224 },
  (_, at) => mathExtra[String.fromCharCode(firstCode + at)] ?? unmapped,
);
const symbolTable = Array.from(symbol.join(''));
const wingdingsTable = Array.from(wingdings.join(''));

const tables: Readonly<Record<string, readonly string[]>> = {
  symbol: symbolTable,
  'symbol mt': symbolTable,
  symbolps: symbolTable,
  'euclid symbol': symbolTable,
  wingdings: wingdingsTable,
  'mt extra': mathExtraTable,
  'euclid extra': mathExtraTable,
};

const tableOf = (font: string): readonly string[] | undefined => {
  const [first = ''] = font.split(',');
  const name = first.replaceAll(/["']/g, '').trim().toLowerCase();
  return Object.hasOwn(tables, name) ? tables[name] : undefined;
};

/** Whether the characters of a font are signs of an encoding of its own. The font is a name, or a list whose first name counts. */
export const isSymbolFont = (font: string): boolean => tableOf(font) !== undefined;

/** Whether a character is a private one (U+F020 to U+F0FF) that stands for a code of a font. */
export const isPrivateSymbol = (character: string): boolean => /^[\uf020-\uf0ff]$/.test(character);

/**
 * Converts a text in a font with an encoding of its own, such as Symbol, to the characters of Unicode. Its letters are the
 * codes of the font, or private characters from U+F020. Codes without a character in Unicode stay, as do texts in other fonts.
 */
export function symbolText(font: string, text: string): string {
  const table = tableOf(font);
  if (!table) return text;
  return Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    const sign = table[(code >= firstPrivate ? code - firstPrivate : code) - firstCode];
    return sign === undefined || sign === unmapped ? character : sign;
  }).join('');
}
