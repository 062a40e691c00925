import { zipOf } from './sample-zip.ts';

/** The namespace of WordprocessingML, bound to `w`. */
export const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A docx with a body, a heading style and one external link. Further parts have the relationships `m0`, `m1` and so on. */
export const docx = (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}) =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${relation}/hyperlink" Target="https://example.com/?leak" TargetMode="External"/>${Object.keys(
      more,
    )
      .map(
        (path, at) =>
          `<Relationship Id="m${at}" Type="${relation}/${/[a-z]+/.exec(path.slice(5))?.[0]}" Target="${path.slice(5)}"/>`,
      )
      .join('')}</Relationships>`,
    'word/styles.xml': `<w:styles ${wordNamespace}><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/document.xml': `<w:document ${wordNamespace} ${r}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800"/></w:sectPr></w:body></w:document>`,
    ...more,
  });
