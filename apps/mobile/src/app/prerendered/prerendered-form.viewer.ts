import { applyTheme, parseThemeSetting } from '@sealflow/ui/styles/theme.util.ts';
import { parseSignInDraft, signInDraftKey } from '../../features/auth/sign-in-draft.rules.ts';
import type { PreferenceKey } from '../../platform/ports/preferences.port.ts';
import { prerenderedAttribute, type TakeOver, takeOverEvent } from '../../shell/prerendered.util.ts';
import { formOfVisit, templateId } from './prerendered-form.rules.ts';

/** What a user can press in the form. */
const pressable = 'a, button';

const isModified = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;

const fieldsOf = (parent: ParentNode) => Array.from(parent.querySelectorAll('input'));

const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
  type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue;

/** Passes on what the user typed. A form that was rendered again, because an extension had changed it, has other fields. */
function passOn(typed: HTMLInputElement, field: HTMLInputElement): void {
  if (!isChanged(typed)) return;
  if (typed !== field) {
    field.value = typed.value;
    field.checked = typed.checked;
  }
  // The app reads the form at each input.
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Lets the presses on the form wait until React has taken it over. Without this, a press on the submit button would load the page
 * with the password in its address.
 */
function holdPresses(root: HTMLElement): void {
  const fields = fieldsOf(root);
  const presses: { readonly target: Element; readonly index: number }[] = [];
  const hold = (event: MouseEvent) => {
    const target = (event.target as Element).closest(pressable);
    if (target === null || (target.tagName === 'A' && isModified(event))) return;
    event.preventDefault();
    presses.push({ target, index: Array.from(root.querySelectorAll(pressable)).indexOf(target) });
    if (target.getAttribute('type') === 'submit') target.setAttribute('aria-busy', 'true');
  };
  const refuse = (event: Event) => event.preventDefault();
  root.addEventListener('click', hold);
  root.addEventListener('submit', refuse);
  root.addEventListener(takeOverEvent, (event) => {
    root.removeEventListener('click', hold);
    root.removeEventListener('submit', refuse);
    if ((event as CustomEvent<TakeOver>).detail === 'replaced') return;
    const now = fieldsOf(root);
    fields.forEach((typed, index) => {
      const field = now[index];
      if (field !== undefined) passOn(typed, field);
    });
    const elements = root.querySelectorAll<HTMLElement>(pressable);
    for (const { target, index } of presses) {
      // A form that was rendered again has another element at the same place.
      const element = root.contains(target) && target instanceof HTMLElement ? target : elements[index];
      element?.removeAttribute('aria-busy');
      element?.click();
    }
  });
}

/** Shows the stored draft in the form. A field that the user has changed keeps its content. */
function showDraft(form: ParentNode, stored: string | null): void {
  const draft = parseSignInDraft(stored);
  if (draft === null) return;
  for (const field of fieldsOf(form)) {
    if (field.name === 'username') field.defaultValue = draft.name;
    if (field.type === 'checkbox') field.defaultChecked = draft.agreed;
  }
}

function showForm(root: HTMLElement): void {
  const preference = (key: PreferenceKey) => localStorage.getItem(key);
  const variant = formOfVisit({ location, languages: navigator.languages, preference });
  if (variant === null) return;
  const template = document.getElementById(templateId(variant));
  if (!(template instanceof HTMLTemplateElement)) return;
  applyTheme(parseThemeSetting(preference('theme')));
  document.documentElement.lang = variant.language === 'en' ? 'en' : 'zh-CN';
  const form = template.content.cloneNode(true) as DocumentFragment;
  showDraft(form, preference(signInDraftKey));
  root.appendChild(form);
  root.setAttribute(prerenderedAttribute, '');
  holdPresses(root);
}

const root = document.getElementById('root');
const isSupported = !document.documentElement.hasAttribute('data-unsupported');
try {
  if (root !== null && isSupported) showForm(root);
} catch {
  // The browser denies storage. The app then shows its first screen itself.
}
