import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { contentsOf } from '../../../testing/pdf-contents.ts';
import { defaultRenderingLimits, renderDocument } from './render-document.adapter.ts';
import { findSandboxKind } from './sandboxed-process.adapter.ts';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main';

const relations = (targets: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${targets.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

const contentTypes = [
  ['presentation', 'presentationml.presentation.main'],
  ['slide', 'presentationml.slide'],
  ['data', 'drawingml.diagramData'],
  ['layout', 'drawingml.diagramLayout'],
  ['style', 'drawingml.diagramStyle'],
  ['colors', 'drawingml.diagramColors'],
].map(
  ([part, type]) =>
    `<Override PartName="/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
);

/** A slide with a text and a diagram (SmartArt) without stored shapes, as PowerPoint 2007 and libraries write it. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${contentTypes.join('')}</Types>`,
  '_rels/.rels': relations([['officeDocument', 'presentation.xml']]),
  'presentation.xml': `<p:presentation xmlns:p="${slides}" xmlns:r="${office}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/></p:presentation>`,
  '_rels/presentation.xml.rels': relations([['slide', 'slide.xml']]),
  'slide.xml': `<p:sld xmlns:p="${slides}" xmlns:a="${drawing}/main" xmlns:r="${office}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="6000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>Plan</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="diagram"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="1000000"/><a:ext cx="6000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData uri="${drawing}/diagram"><dgm:relIds xmlns:dgm="${drawing}/diagram" r:dm="rId1" r:lo="rId2" r:qs="rId3" r:cs="rId4"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`,
  '_rels/slide.xml.rels': relations([
    ['diagramData', 'data.xml'],
    ['diagramLayout', 'layout.xml'],
    ['diagramQuickStyle', 'style.xml'],
    ['diagramColors', 'colors.xml'],
  ]),
  'data.xml': `<dgm:dataModel xmlns:dgm="${drawing}/diagram" xmlns:a="${drawing}/main"><dgm:ptLst><dgm:pt modelId="1" type="doc"><dgm:prSet/><dgm:spPr/></dgm:pt><dgm:pt modelId="2"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn modelId="3" srcId="1" destId="2" srcOrd="0" destOrd="0"/></dgm:cxnLst></dgm:dataModel>`,
  'layout.xml': `<dgm:layoutDef xmlns:dgm="${drawing}/diagram"><dgm:layoutNode name="root"><dgm:alg type="lin"/><dgm:shape/></dgm:layoutNode></dgm:layoutDef>`,
  'style.xml': `<dgm:styleDef xmlns:dgm="${drawing}/diagram"/>`,
  'colors.xml': `<dgm:colorsDef xmlns:dgm="${drawing}/diagram"/>`,
};

// The engine would wait for an answer to a warning that nobody sees.
test('a presentation is converted if the engine warns about its diagrams', { timeout: 310_000 }, async () => {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
  const pdf = await renderDocument({
    kind: await findSandboxKind(),
    document: Buffer.from(await zip.close()),
    name: 'plan.pptx',
    limits: { ...defaultRenderingLimits, timeMs: 300_000 },
  });
  expect(contentsOf(pdf).join('\n')).toMatch(/ Tj|TJ/);
});
