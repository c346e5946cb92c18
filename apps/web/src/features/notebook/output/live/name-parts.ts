const unnamed = [
  '.noUi-handle',
  '[contenteditable="true"]',
  'input:not([type="file"], [type="hidden"])',
  'select',
  'textarea',
].join(',');

/**
 * Gives parts that Jupyter's widgets leave without a name that of the control they belong to, and keys to the headers
 * of an accordion, now and whenever parts come.
 */
export function nameParts(root: HTMLElement): void {
  const name = () => {
    for (const part of root.querySelectorAll('[title="null"]')) part.removeAttribute('title');
    for (const part of root.querySelectorAll<HTMLElement>(unnamed)) {
      if (part.hasAttribute('aria-label') || (part as Partial<HTMLInputElement>).labels?.length) continue;
      const control = part.closest('.widget-inline-hbox, .widget-inline-vbox, .jupyter-widgets');
      const text = control?.querySelector('.widget-label')?.textContent?.trim();
      part.setAttribute('aria-label', text || part.getAttribute('placeholder') || part.title || kindOf(part));
      if (part.isContentEditable) part.setAttribute('role', 'textbox');
    }
    for (const header of root.querySelectorAll<HTMLElement>('.jupyter-widget-Collapse-header')) {
      const isOpen = header.parentElement?.classList.contains('jupyter-widget-Collapse-open') === true;
      if (header.getAttribute('aria-expanded') === String(isOpen)) continue;
      header.setAttribute('role', 'button');
      header.setAttribute('aria-expanded', String(isOpen));
      header.tabIndex = 0;
    }
  };
  new MutationObserver(name).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class'],
  });
  root.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.jupyter-widget-Collapse-header')) return;
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    target.click();
  });
}

/** The kind of widget, where it has no words at all. */
function kindOf(part: HTMLElement): string {
  const name = [...(part.closest('.jupyter-widgets')?.classList ?? [])].find((each) => each.startsWith('widget-'));
  return name?.replace('widget-', '') ?? 'widget';
}
