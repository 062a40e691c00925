import { zipOf } from './sample-zip.ts';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const main = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const names = `xmlns:a="${drawing}" xmlns:p="${main}" xmlns:r="${office}"`;
const type = 'application/vnd.openxmlformats-officedocument.presentationml';

const relations = (...targets: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${targets
    .map(
      ([kind, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"${/^https?:/.test(target) ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const box = (text: string, top: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${top + 2}" name="box"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="${600_000 + top * 900_000}"/><a:ext cx="6000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="zh-CN" sz="2400"><a:hlinkClick r:id="rId1"/></a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const tree = (content: string) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${content}</p:spTree></p:cSld>`;

/** A presentation with one text per slide. Every text is a link, and one slide can be hidden. */
export const samplePptx = (texts: readonly string[], { hidden = -1 } = {}) =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${type}.presentation.main+xml"/>${texts.map((_, at) => `<Override PartName="/ppt/slides/slide${at + 1}.xml" ContentType="${type}.slide+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${texts.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...texts.map((_, at) => ['slide', `slides/slide${at + 1}.xml`] as const),
    ),
    ...Object.fromEntries(
      texts.flatMap((text, at) => [
        [
          `ppt/slides/slide${at + 1}.xml`,
          `<p:sld ${names}${at === hidden ? ' show="0"' : ''}>${tree(text.split('\n').map(box).join(''))}</p:sld>`,
        ],
        [`ppt/slides/_rels/slide${at + 1}.xml.rels`, relations(['hyperlink', 'https://example.invalid/'])],
      ]),
    ),
  });
