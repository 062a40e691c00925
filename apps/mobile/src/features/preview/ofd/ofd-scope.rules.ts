import type { OfdResources } from './ofd-resources.adapter.ts';
import { childOf } from './ofd-xml.rules.ts';

/**
 * Where the drawing attributes of an object come from: the object itself, then the draw parameters of the
 * object and of its layer.
 */
export type Scope = { readonly resources: OfdResources; readonly layer: string | null };

const longestChain = 16;

function* sources(object: Element, { resources, layer }: Scope): Generator<Element> {
  yield object;
  for (const first of [object.getAttribute('DrawParam'), layer]) {
    let id = first;
    for (let steps = 0; id !== null && steps < longestChain; steps += 1) {
      const param = resources.params.get(id);
      if (!param) break;
      yield param;
      id = param.getAttribute('Relative');
    }
  }
}

export function lookOf(object: Element, scope: Scope, name: string): string | null {
  for (const source of sources(object, scope)) {
    const value = source.getAttribute(name);
    if (value !== null) return value;
  }
  return null;
}

export function colorIn(object: Element, scope: Scope, name: 'FillColor' | 'StrokeColor'): Element | null {
  for (const source of sources(object, scope)) {
    const color = childOf(source, name);
    if (color) return color;
  }
  return null;
}
