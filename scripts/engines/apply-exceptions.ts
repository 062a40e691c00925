import { matchesGlob } from 'node:path';
import type { CompatPath } from './compat-data.ts';
import type { Exception } from './exceptions.ts';

/** A feature and the file or package that uses it. */
type Used = Readonly<{ path: CompatPath; file: string }>;

const includesPath = (feature: CompatPath, path: CompatPath) =>
  path === feature || path.startsWith(`${feature}.`);
const isIn = (place: string, file: string) => file === place || matchesGlob(file, place);

/** Removes the findings that an exception covers, and lists the features and places of exceptions without a use. */
export function applyExceptions<T extends Used>(
  findings: readonly T[],
  exceptions: readonly Exception[],
): { readonly remaining: readonly T[]; readonly unused: readonly string[] } {
  const uses = exceptions.map(({ features, in: places }) => ({
    features,
    places,
    usedFeatures: new Set<string>(),
    usedPlaces: new Set<string>(),
  }));
  const remaining = findings.filter(({ path, file }) => {
    let isExcepted = false;
    for (const use of uses) {
      const feature = use.features.find((each) => includesPath(each, path));
      const place = use.places.find((each) => isIn(each, file));
      if (feature === undefined || place === undefined) continue;
      use.usedFeatures.add(feature);
      use.usedPlaces.add(place);
      isExcepted = true;
    }
    return !isExcepted;
  });
  const unusedFeatures = uses.flatMap(({ features, places, usedFeatures }) =>
    features
      .filter((each) => !usedFeatures.has(each))
      .map((each) => `none of ${places.join(', ')} uses ${each}`),
  );
  const unusedPlaces = uses.flatMap(({ features, places, usedPlaces }) =>
    places
      .filter((each) => !usedPlaces.has(each))
      .map((each) => `${each} uses none of ${features.join(', ')}`),
  );
  return { remaining, unused: [...unusedFeatures, ...unusedPlaces] };
}
