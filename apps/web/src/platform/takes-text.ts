/** Fields of a form into which nothing is typed. */
const pressed = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether keys pressed here are text: then only shortcuts with Ctrl or Alt may act. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !pressed.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
