import { attribute, elementsOf, mergedManifest } from './manifest.mjs';
import { pushes } from './project.mjs';

const components = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

/** What another app on the phone may start. */
const open = new Set([
  'cn.sealflow.app.MainActivity',
  // Firebase's, in builds for the makers' pushes: open to those who hold `c2dm.permission.SEND`, which are Google's services.
  'com.google.firebase.iid.FirebaseInstanceIdReceiver',
]);

/** What guards an open component of a library. */
const guards = {
  'com.google.firebase.iid.FirebaseInstanceIdReceiver': 'com.google.android.c2dm.permission.SEND',
};

export const name = 'each component says whether other apps may start it, and only the main activity is open';

/** @param {Element} application - of a merged manifest. */
export function problemsOf(application) {
  const found = elementsOf(application).filter(({ tagName }) => components.has(tagName));
  return found.flatMap((component) => {
    const componentName = attribute(component, 'name');
    const called = `${component.tagName} ${componentName}`;
    const exported = attribute(component, 'exported');
    if (exported !== 'true' && exported !== 'false') return [`${called}: android:exported is missing`];
    if ((exported === 'true') !== open.has(componentName))
      return [`${called}: android:exported is ${exported}`];
    const guard = guards[componentName];
    return guard === undefined || attribute(component, 'permission') === guard
      ? []
      : [`${called}: nothing guards it`];
  });
}

function checkBuild(project, push) {
  const { application, problems } = mergedManifest(project, push);
  return problems.concat(problemsOf(application));
}

/**
 * aapt2 lets a missing `android:exported` pass; the system refuses to install such an app.
 * @param {import('./project.mjs').Project} project
 */
export function check(project) {
  return Array.from(new Set(pushes.flatMap((push) => checkBuild(project, push))));
}
