import type { BrowserContext, Page, Request } from '@playwright/test';
import { canaryHost } from './payloads.ts';

/** What came of payloads in a browser. */
export interface Canary {
  /** Everything that ran or reached out where it must not. */
  leaks: string[];
  /** Payloads that ran in a frame without an origin, where outputs may run. */
  contained: Set<number>;
}

/**
 * Lets payloads tell that they ran, from wherever they are. What runs on the application's origin, opens a dialog or a
 * window, or leads the page away is a leak; so is any request to the canary's address. Without the policies of the
 * pages (`isUnprotected`) frames without an origin are open to the network, and pictures of the web that a text names
 * are shown.
 */
export async function watchCanary(context: BrowserContext, origin: string, isUnprotected: boolean): Promise<Canary> {
  const canary: Canary = { leaks: [], contained: new Set() };
  await context.exposeBinding('__told', (_source, id: number, place: string) => {
    if (place === 'null') canary.contained.add(id);
    else canary.leaks.push(`${id} ran on ${place}`);
  });
  await context.addInitScript(() => {
    const { __told: tell } = globalThis as unknown as { __told(id: number, place: string): void };
    Object.defineProperty(globalThis, '__ran', {
      value: (id: number) => {
        tell(id, globalThis.origin);
        return id;
      },
    });
  });
  await context.addInitScript(`globalThis.lookForDangers = ${lookForDangers.toString()}`);
  await context.route(
    ({ hostname }) => hostname === canaryHost,
    async (route, request) => {
      if (!isUnprotected || !(isFramed(request) || request.resourceType() === 'image'))
        canary.leaks.push(`asked ${request.url()}`);
      await route.abort();
    },
  );
  const watch = (page: Page): void => {
    page.on('dialog', (dialog) => {
      canary.leaks.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => {
      canary.leaks.push(`window ${popup.url()}`);
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith(origin) && frame.url() !== 'about:blank')
        canary.leaks.push(`page led to ${frame.url()}`);
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  return canary;
}

function isFramed(request: Request): boolean {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // The frame is gone already, which the page itself is not.
    return true;
  }
}

/** What in the page would run a script if it were touched, or is framed with an origin. */
export function dangersOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { lookForDangers(): string[] }).lookForDangers());
}

/** Pastes one thing after the other over all of the notebook that is shown, and looks at what came of each. */
export function pasteEach(page: Page, pieces: readonly string[], type: string): Promise<string[]> {
  return page.evaluate(
    async ([texts, kind]) => {
      const { lookForDangers: dangers } = globalThis as unknown as { lookForDangers(): string[] };
      const editor = [...document.querySelectorAll<HTMLElement>('.bn-editor')].find(
        (each) => each.offsetParent !== null,
      )!;
      const found: string[] = [];
      editor.focus();
      for (const text of texts) {
        getSelection()!.selectAllChildren(editor);
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
        const data = new DataTransfer();
        data.setData(kind, text);
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
        found.push(...dangers());
      }
      return [...new Set(found)];
    },
    [pieces, type] as const,
  );
}

/** Stands in the page. */
function lookForDangers(): string[] {
  const addresses = [
    'href',
    'xlink:href',
    'src',
    'action',
    'formaction',
    'data',
    'srcdoc',
    'ping',
    'background',
    'poster',
    'cite',
  ];
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    const sandbox = element.getAttribute('sandbox');
    if (['object', 'embed', 'base', 'applet', 'frame', 'portal'].includes(tag)) found.push(element.outerHTML);
    if (tag === 'script' && !(element as HTMLScriptElement).src.startsWith(location.origin))
      found.push(element.outerHTML);
    if (tag === 'iframe' && (sandbox === null || sandbox.includes('same-origin'))) found.push(element.outerHTML);
    if ((tag === 'meta' || tag === 'link') && !element.closest('head')) found.push(element.outerHTML);
    for (const { name, value } of element.attributes) {
      // oxlint-disable-next-line no-control-regex -- browsers skip these in an address
      const address = value.replaceAll(/[\u0000-\u0020]/g, '').toLowerCase();
      const isScript =
        addresses.includes(name) &&
        /^(javascript|vbscript|data:text|data:application)/.test(address) &&
        tag !== 'script' &&
        !(name === 'srcdoc' && sandbox === '');
      if (name.startsWith('on') || isScript) found.push(`${name}=${value.slice(0, 80)} on ${tag}`);
    }
  }
  return found.map((each) => each.slice(0, 160));
}
