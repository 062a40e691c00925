import { matchesGlob } from 'node:path';
import type { CompatPath } from './compat-data.ts';
import type { Exception } from './exceptions.ts';

/** A feature that is used somewhere: in a file or in a package. */
type Used = Readonly<{ path: CompatPath; file: string }>;

const covers = (feature: CompatPath, path: CompatPath) => path === feature || path.startsWith(`${feature}.`);
const isIn = (place: string, file: string) => file === place || matchesGlob(file, place);

/** Takes out what is excepted, and says which exceptions nothing uses any more. */
export function applyExceptions<T extends Used>(
  findings: readonly T[],
  exceptions: readonly Exception[],
): { readonly left: readonly T[]; readonly unused: readonly string[] } {
  const pairs = exceptions.map(({ features, in: places }) => ({
    features,
    places,
    usedFeatures: new Set<string>(),
    usedPlaces: new Set<string>(),
  }));
  const left = findings.filter(({ path, file }) => {
    let isExcepted = false;
    for (const pair of pairs) {
      const feature = pair.features.find((each) => covers(each, path));
      const place = pair.places.find((each) => isIn(each, file));
      if (feature === undefined || place === undefined) continue;
      pair.usedFeatures.add(feature);
      pair.usedPlaces.add(place);
      isExcepted = true;
    }
    return !isExcepted;
  });
  const unusedFeatures = pairs.flatMap(({ features, places, usedFeatures }) =>
    features
      .filter((each) => !usedFeatures.has(each))
      .map((each) => `${each} in none of ${places.join(', ')}`),
  );
  const unusedPlaces = pairs.flatMap(({ features, places, usedPlaces }) =>
    places
      .filter((each) => !usedPlaces.has(each))
      .map((each) => `${each} uses none of ${features.join(', ')}`),
  );
  return { left, unused: [...unusedFeatures, ...unusedPlaces] };
}
