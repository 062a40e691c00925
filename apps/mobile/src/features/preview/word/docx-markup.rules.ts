/** Wrappers whose content the layout does not look into everywhere; the content may stand in their place. */
const wrappers = /<\/?w:(?:fldSimple|sdt|sdtContent|customXml|smartTag|moveTo)(?:\s[^<>]*)?>/g;
const aboutWrappers =
  /<w:(sdtPr|sdtEndPr|customXmlPr|smartTagPr|moveFrom)(?:\s[^<>]*?)?(?:\/>|>.*?<\/w:\1>)/gs;
/** What is read aloud of a character stands behind it: the reading in brackets. */
const ruby = /<w:ruby>.*?<w:rt>(.*?)<\/w:rt>\s*<w:rubyBase>(.*?)<\/w:rubyBase>\s*<\/w:ruby>/gs;

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

/** The markup of a part without what the layout would lose words by. */
export const simplerMarkup = (xml: string): string =>
  xml
    .replace(aboutWrappers, '')
    .replace(wrappers, '')
    .replace(
      ruby,
      (_, reading: string, base: string) => `</w:r>${base}${run('(')}${reading}${run(')')}<w:r>`,
    );
