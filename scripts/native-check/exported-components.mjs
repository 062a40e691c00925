// Checks which components of the Android app other apps can start.
import { attribute, elementsOf, mergedManifest } from './manifest-merger.mjs';
import { pushServices } from './project.mjs';

const components = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

/** The components that other apps can start. */
const exportedComponents = new Set([
  'cn.sealflow.app.MainActivity',
  // Firebase adds this receiver in builds with the push service `vendor`. It requires a permission that only Google services have.
  'com.google.firebase.iid.FirebaseInstanceIdReceiver',
]);

/** The permission that an exported component of a library requires from its callers. */
const requiredPermissions = {
  'com.google.firebase.iid.FirebaseInstanceIdReceiver': 'com.google.android.c2dm.permission.SEND',
};

export const name = 'each component declares android:exported, and only the main activity is exported';

/** @param {Element} application - of a merged manifest. */
export function exportedProblems(application) {
  const found = elementsOf(application).filter(({ tagName }) => components.has(tagName));
  return found.flatMap((component) => {
    const componentName = attribute(component, 'name');
    const label = `${component.tagName} ${componentName}`;
    const exported = attribute(component, 'exported');
    if (exported !== 'true' && exported !== 'false') return [`${label}: android:exported is missing`];
    if ((exported === 'true') !== exportedComponents.has(componentName))
      return [`${label}: android:exported is ${exported}`];
    const permission = requiredPermissions[componentName];
    return permission === undefined || attribute(component, 'permission') === permission
      ? []
      : [`${label}: callers do not need ${permission}`];
  });
}

function problemsWithPush(project, push) {
  const { application, problems } = mergedManifest(project, push);
  return problems.concat(exportedProblems(application));
}

/**
 * aapt2 accepts a missing `android:exported`, but Android does not install such an app.
 * @param {import('./project.mjs').Project} project
 */
export function check(project) {
  return Array.from(new Set(pushServices.flatMap((push) => problemsWithPush(project, push))));
}
