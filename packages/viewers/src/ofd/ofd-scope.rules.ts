import type { OfdResources } from './ofd-resources.util.ts';
import { childOf } from './ofd-xml.rules.ts';

/**
 * Where the drawing attributes of an object come from: the object itself, then the draw parameters of the
 * object and of its layer.
 */
export type DrawScope = { readonly resources: OfdResources; readonly layerParam: string | null };

const maxChainLength = 16;

function* attributeSources(object: Element, { resources, layerParam }: DrawScope): Generator<Element> {
  yield object;
  for (const first of [object.getAttribute('DrawParam'), layerParam]) {
    let id = first;
    for (let steps = 0; id !== null && steps < maxChainLength; steps += 1) {
      const param = resources.drawParams.get(id);
      if (!param) break;
      yield param;
      id = param.getAttribute('Relative');
    }
  }
}

export function attributeOf(object: Element, scope: DrawScope, name: string): string | null {
  for (const source of attributeSources(object, scope)) {
    const value = source.getAttribute(name);
    if (value !== null) return value;
  }
  return null;
}

export function colorOf(
  object: Element,
  scope: DrawScope,
  name: 'FillColor' | 'StrokeColor',
): Element | null {
  for (const source of attributeSources(object, scope)) {
    const color = childOf(source, name);
    if (color) return color;
  }
  return null;
}
