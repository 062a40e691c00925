import { attribute, elementsOf, mergedManifest } from './manifest.mjs';

const components = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

/** What another app on the phone may start. */
const open = new Set(['cn.sealflow.app.MainActivity']);

export const name = 'each component says whether other apps may start it, and only the main activity is open';

/**
 * aapt2 lets a missing `android:exported` pass; the system refuses to install such an app.
 * @param {import('./project.mjs').Project} project
 */
export function check(project) {
  const { manifest, problems } = mergedManifest(project);
  const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
  const found = elementsOf(application).filter(({ tagName }) => components.has(tagName));
  return [
    ...problems,
    ...found.flatMap((component) => {
      const called = `${component.tagName} ${attribute(component, 'name')}`;
      const exported = attribute(component, 'exported');
      if (exported !== 'true' && exported !== 'false') return [`${called}: android:exported is missing`];
      const isOpen = open.has(attribute(component, 'name'));
      if ((exported === 'true') !== isOpen) return [`${called}: android:exported is ${exported}`];
      return [];
    }),
  ];
}
