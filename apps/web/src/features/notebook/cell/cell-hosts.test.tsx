import { ensureCell } from '@groma/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from './cell-hosts.ts';
import { CellViews } from './cell-views.ts';

/** Heights are told by the test, for nothing is laid out here. */
const blockHeight = 300;
const sightHeight = 600;
let told: () => void;

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class {
    constructor(tell: () => void) { told = tell; }
    observe(): void { /* The test tells when a size changes. */ }
    disconnect(): void { told = () => undefined; }
  });
});
afterEach(() => { vi.unstubAllGlobals(); });

function stand(element: Element, top: () => number, height: number): void {
  element.getBoundingClientRect = () => ({ top: top(), bottom: top() + height, height }) as DOMRect;
}

async function open(count: number) {
  const doc = new Y.Doc();
  const hosts = new CellHosts(doc);
  const root = document.createElement('div');
  stand(root, () => 0, sightHeight);
  const made = Array.from({ length: count }, (_, index) => {
    ensureCell(doc, `code-${index}`, { code: `a = ${index}\nb`, outputs: [{ kind: 'text', text: 'x\n'.repeat(10) }] });
    const place = hosts.make(`block-${index}`, `code-${index}`);
    root.append(place.dom);
    stand(place.dom, () => index * blockHeight - root.scrollTop, blockHeight);
    return place;
  });
  await Promise.resolve();
  const scroll = (to: number) => {
    root.scrollTop = to;
    root.dispatchEvent(new Event('scroll'));
  };
  return { hosts, made, root, scroll, drawn: () => hosts.drawn().map(({ blockId }) => blockId) };
}

test('[NBK-067] of a long notebook the blocks are drawn that come near; the others show their code in about their height', async () => {
  const { hosts, made, root, scroll, drawn } = await open(100);
  expect(drawn()).toEqual([]);
  expect(made[7]!.dom.textContent).toBe('a = 7\nb');
  expect(Number.parseInt(made[7]!.dom.style.minHeight, 10)).toBeGreaterThan(250);
  let times = 0;
  hosts.subscribe(() => { times += 1; });
  const end = hosts.watch(root);
  // 600 px in sight and 900 px below.
  expect([drawn(), times]).toEqual([Array.from({ length: 6 }, (_, index) => `block-${index}`), 1]);
  hosts.clear(hosts.drawn()[0]!);
  expect([made[0]!.dom.textContent, made[0]!.dom.style.minHeight]).toEqual(['', '']);
  made[0]!.destroy();
  made[50]!.destroy();
  expect(drawn()).not.toContain('block-0');
  scroll(49 * blockHeight);
  expect(drawn()).toEqual(expect.arrayContaining(['block-46', 'block-49', 'block-51', 'block-54']));
  expect(drawn()).not.toContain('block-60');
  // What is above has become lower, so that others come near.
  root.scrollTop = 60 * blockHeight;
  told();
  expect(drawn()).toContain('block-60');
  end();
  scroll(90 * blockHeight);
  expect(drawn()).not.toContain('block-90');
});

test('[NBK-067] a block that was moved before it was drawn is drawn where it stands now', async () => {
  const { hosts, made, root, drawn } = await open(40);
  made[30]!.destroy();
  made[30]!.dom.remove();
  const moved = Array.from({ length: 9 }, (_, index) => {
    const place = hosts.make(`moved-${index}`, 'code-30');
    root.prepend(place.dom);
    stand(place.dom, () => -index, 1);
    return place;
  });
  await Promise.resolve();
  expect(moved).toHaveLength(9);
  hosts.watch(root);
  expect(drawn()).toEqual([...Array.from({ length: 9 }, (_, index) => `moved-${8 - index}`), ...Array.from({ length: 6 }, (_, index) => `block-${index}`)]);
});

test('[NBK-067] a few blocks, and those that come in later, are drawn at once; so is one the focus goes to', async () => {
  const few = await open(3);
  expect(few.drawn()).toEqual(['block-0', 'block-1', 'block-2']);
  const { hosts, drawn } = await open(30);
  hosts.make('late', 'code-1');
  await Promise.resolve();
  expect(drawn()).toEqual(['late']);
  const views = new CellViews((blockId) => hosts.bring(blockId));
  expect([views.bring('block-20'), views.bring('block-20'), views.bring('nowhere')]).toEqual([true, false, false]);
  expect(drawn()).toEqual(['late', 'block-20']);
  const seen: string[] = [];
  const stop = views.onMade((blockId) => seen.push(blockId));
  views.set('block-20', {} as never);
  stop();
  views.set('late', {} as never);
  expect(seen).toEqual(['block-20']);
});
