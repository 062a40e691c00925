import { addPanZoom } from '../drawing/pan-zoom.viewer.ts';
import { addStyle } from '../frame/add-style.viewer.ts';
import { callWorker } from '../frame/call-worker.util.ts';
import canvasCss from '../frame/canvas.css?inline';
import columnCss from '../frame/column.css?inline';
import type { ShowFrame } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import type { Model } from './model.types.ts';
import type { ModelRequest } from './model.worker.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import ModelWorker from './model.worker.ts?worker&inline';
import { createModelView } from './model-scene.viewer.ts';
import { factsOf } from './read-model.rules.ts';

/** Radians for each CSS pixel of a drag. */
const turnStep = 0.008;
const zoomStep = 1.25;

async function parse(request: ModelRequest): Promise<Model> {
  const worker = new ModelWorker();
  try {
    return await callWorker<Model>(worker, request);
  } finally {
    worker.terminate();
  }
}

/** The viewer of models in three dimensions: turned by pointer and keys, with its facts in words. */
export const show: ShowFrame = async (root, source, options) => {
  const texts = (options.language === 'en' ? en : zh).model;
  addStyle(columnCss, canvasCss);
  root.removeAttribute('tabindex');
  const model = await parse({ bytes: await readWholeDocument(source, options), kind: options.kind });
  const { triangleCount, partCount, size } = factsOf(model);
  const format = new Intl.NumberFormat(options.language === 'en' ? 'en' : 'zh-CN', {
    maximumSignificantDigits: 6,
  });
  const facts = document.createElement('p');
  const words = [
    texts.counts(format.format(triangleCount), format.format(partCount)),
    texts.size(size.map((one) => format.format(one)).join(' × ')),
    ...(model.hasExternalParts ? [texts.external] : []),
  ];
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${words.join(' · ')}. ${texts.keys}`);
  root.append(canvas, facts);
  const view = await createModelView(canvas, model);
  facts.textContent = (view ? words : [...words, texts.noWebGl]).join(' · ');
  options.onPage(1, 1);
  if (!view) {
    canvas.remove();
    return {};
  }
  addPanZoom(canvas, {
    onPan: (x, y) => view.turn(-x * turnStep, y * turnStep),
    onZoom: (factor) => view.zoom(factor),
  });
  return {
    zoom: (step) => {
      if (step === 'fit') view.fit();
      else view.zoom(step === 'in' ? zoomStep : 1 / zoomStep);
    },
    rotate: () => view.turn(Math.PI / 2, 0),
  };
};
