import { attribute, elementsOf, mergedManifest } from './manifest.mjs';
import { pushes } from './project.mjs';

const components = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

/** What another app on the phone may start. */
const open = new Set(['cn.sealflow.app.MainActivity']);

export const name = 'each component says whether other apps may start it, and only the main activity is open';

function checkBuild(project, push) {
  const { application, problems } = mergedManifest(project, push);
  const found = elementsOf(application).filter(({ tagName }) => components.has(tagName));
  return problems.concat(
    found.flatMap((component) => {
      const called = `${component.tagName} ${attribute(component, 'name')}`;
      const exported = attribute(component, 'exported');
      if (exported !== 'true' && exported !== 'false') return [`${called}: android:exported is missing`];
      const isOpen = open.has(attribute(component, 'name'));
      return (exported === 'true') === isOpen ? [] : [`${called}: android:exported is ${exported}`];
    }),
  );
}

/**
 * aapt2 lets a missing `android:exported` pass; the system refuses to install such an app.
 * @param {import('./project.mjs').Project} project
 */
export function check(project) {
  return Array.from(new Set(pushes.flatMap((push) => checkBuild(project, push))));
}
