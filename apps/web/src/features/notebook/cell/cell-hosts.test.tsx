import { ensureCell, notebookFragment } from '@groma/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from './cell-hosts.ts';
import { CellViews } from '../block/cell-views.ts';

let come: (places: Element[]) => void;
let comeNear: (places: Element[], top?: number) => void;
const watched = new Set<Element>();

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        told: (
          entries: { target: Element; isIntersecting: boolean; boundingClientRect?: object; rootBounds?: object }[],
        ) => void,
        { rootMargin: margin }: { rootMargin: string },
      ) {
        if (margin !== '0px 0px')
          comeNear = (places, top = 1_000) => {
            told(
              places.map((target) => ({
                target,
                isIntersecting: true,
                boundingClientRect: { top, bottom: top + 50 },
                rootBounds: { top: -900, bottom: 1_700 },
              })),
            );
          };
        else
          come = (places) => {
            told([...watched].map((target) => ({ target, isIntersecting: places.includes(target) })));
          };
      }

      observe(place: Element): void {
        watched.add(place);
      }
      unobserve(place: Element): void {
        watched.delete(place);
      }
      disconnect(): void {
        watched.clear();
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  watched.clear();
});

async function open(count: number) {
  const doc = new Y.Doc();
  const hosts = new CellHosts(doc);
  const made = Array.from({ length: count }, (_, index) => {
    ensureCell(doc, `code-${index}`, { code: `a = ${index}\nb`, outputs: [{ kind: 'text', text: 'x\n'.repeat(10) }] });
    return hosts.make(`block-${index}`, `code-${index}`);
  });
  const end = hosts.watch(null);
  await Promise.resolve();
  return { hosts, made, end, drawn: () => hosts.drawn().map(({ blockId }) => blockId) };
}

test('[NBK-067] of a long notebook the blocks are drawn that come near; the others show their code in about their height', async () => {
  const { hosts, made, drawn } = await open(100);
  expect(drawn()).toEqual(['block-0', 'block-1']);
  expect(made[7]!.dom.textContent).toBe('a = 7\nb');
  expect(Number.parseInt(made[7]!.dom.style.minHeight, 10)).toBeGreaterThan(250);
  let told = 0;
  hosts.subscribe(() => {
    told += 1;
  });
  come([made[2]!.dom, made[3]!.dom]);
  expect([drawn(), told]).toEqual([['block-0', 'block-1', 'block-2', 'block-3'], 1]);
  hosts.clear(hosts.drawn()[0]!);
  expect([made[0]!.dom.textContent, made[0]!.dom.style.minHeight]).toEqual(['', '']);
  made[0]!.destroy();
  made[50]!.destroy();
  come(made.map(({ dom }) => dom));
  expect(drawn()).toHaveLength(98);
});

test('[NBK-067] a few blocks, and those that come in later, are drawn at once; so is one the focus goes to', async () => {
  const few = await open(3);
  expect(few.drawn()).toEqual(['block-0', 'block-1', 'block-2']);
  const { hosts, drawn } = await open(30);
  hosts.make('late', 'code-1');
  await Promise.resolve();
  expect(drawn()).toEqual(['block-0', 'block-1', 'late']);
  const views = new CellViews((blockId) => hosts.bring(blockId));
  expect([views.bring('block-20'), views.bring('block-20'), views.bring('nowhere')]).toEqual([true, false, false]);
  expect(drawn()).toEqual(['block-0', 'block-1', 'late', 'block-20']);
  const seen: string[] = [];
  const stop = views.onMade((blockId) => seen.push(blockId));
  views.set('block-20', {} as never);
  stop();
  views.set('late', {} as never);
  expect(seen).toEqual(['block-20']);
});

test('[NBK-067] blocks that are near, but not in sight, are drawn one after another when nothing else is to be done', async () => {
  const { made, drawn, hosts } = await open(20);
  let most = 0;
  let before = 0;
  hosts.subscribe(() => {
    most = Math.max(most, drawn().length - before);
    before = drawn().length;
  });
  before = drawn().length;
  comeNear(made.slice(2, 6).map(({ dom }) => dom));
  expect(drawn()).toEqual(['block-0', 'block-1']);
  made[3]!.destroy();
  await expect.poll(drawn).toEqual(['block-0', 'block-1', 'block-2', 'block-4', 'block-5']);
  expect(most).toBe(1);
  comeNear(
    made.slice(8, 10).map(({ dom }) => dom),
    400,
  );
  expect(drawn().slice(5)).toEqual(['block-8', 'block-9']);
});

test('[NBK-067] of a notebook of very many blocks those far below come when there is time, or when something asks for them; their height is there', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  const code = root.appendChild(document.createElement('div'));
  code.className = 'cell-code';
  const openLong = async () => {
    const doc = new Y.Doc();
    const group = new Y.XmlElement('blockGroup');
    notebookFragment(doc).insert(0, [group]);
    group.insert(
      0,
      Array.from({ length: 300 }, () => new Y.XmlElement('blockContainer')),
    );
    for (let index = 0; index < 250; index += 1) ensureCell(doc, `code-${index}`);
    const hosts = new CellHosts(doc);
    const end = hosts.hold(root);
    for (let index = 0; index < 250; index += 1) hosts.make(`block-${index}`, `code-${index}`);
    await Promise.resolve();
    return { hosts, end };
  };
  const isHolding = () => 'holding' in root.dataset;
  const press = (target: Element, key: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...key }));
  const { hosts } = await openLong();
  expect([isHolding(), root.style.getPropertyValue('--held')]).toEqual([true, `${150 * 300 + 50 * 32}px`]);
  press(code, { key: 'a' });
  expect(isHolding()).toBe(true);
  expect(hosts.bring('block-240')).toBe(true);
  expect([isHolding(), root.style.getPropertyValue('--held')]).toEqual([false, '']);
  for (const ask of [
    () => press(code, { key: 'f', ctrlKey: true }),
    () => root.dispatchEvent(new Event('scroll')),
    () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    () => dispatchEvent(new Event('beforeprint')),
  ]) {
    const { end } = await openLong();
    expect([isHolding(), root.getAttribute('aria-busy')]).toEqual([true, 'true']);
    ask();
    expect(isHolding()).toBe(false);
    end();
  }
  const { end } = await openLong();
  await expect.poll(isHolding, { timeout: 5_000 }).toBe(false);
  expect(root.hasAttribute('aria-busy')).toBe(false);
  end();
  root.remove();
});
