import { GromaProvider, MapIcon } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPreference } from '../../platform/preference.ts';
import { sessionStore } from '../../platform/session.ts';
import { presentLocale, startTexts } from '../../platform/text.ts';
import {
  changePanel,
  closePanel,
  openPanel,
  readOpenPanels,
  registerPanel,
  setMissingDockHandler,
} from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { Dock } from './dock.tsx';
import { previewRows } from './row-previews.ts';

registerPanel({
  kind: 'map',
  icon: MapIcon,
  load: () => Promise.resolve({ Panel: () => <p>a map</p> }),
  tabMenu: () => [],
});
registerPanel({
  kind: 'attribute-table',
  icon: MapIcon,
  opensBelow: true,
  load: () => Promise.resolve({ Panel: () => <p>a table</p> }),
});

let missing = 0;
beforeAll(() => startTexts());
beforeEach(() => {
  missing = 0;
  setMissingDockHandler(() => {
    missing += 1;
  });
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_VIEWER', plan_outcome: 'NO_ERROR' } as never });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function draw(projectId: string) {
  return render(
    <StrictMode>
      <GromaProvider>
        <Dock key={projectId} userId="u" projectId={projectId} />
      </GromaProvider>
    </StrictMode>,
  );
}

const groupsIn = (container: HTMLElement) =>
  [...container.querySelectorAll('.dv-groupview')].map((group) =>
    [...group.querySelectorAll('.dock-tab-title')].map((title) => title.textContent),
  );
const ids = () => readOpenPanels().map(({ id }) => id);

test('[SHL-012] panels open in tabs, also where effects are done twice; one that is open comes to the front', async () => {
  draw('p');
  await act(async () => {
    openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
    openPanel({ kind: 'map', id: 'map:2', title: 'Sava' });
    openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
  });
  expect([missing, ids()]).toEqual([0, ['map:1', 'map:2']]);
  expect(screen.getAllByText('Low flow').length).toBeGreaterThan(0);
  await act(async () => {
    closePanel('map:2');
  });
  expect(ids()).toEqual(['map:1']);
});

test('[SHL-018] an attribute table opens in a group below the active panel, and a second beside the first', async () => {
  const { container } = draw('p');
  await act(async () => {
    openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
  });
  expect(container.querySelectorAll('.dv-groupview')).toHaveLength(1);
  await act(async () => {
    openPanel({ kind: 'attribute-table', id: 't1', title: 'wells' });
    openPanel({ kind: 'attribute-table', id: 't2', title: 'gauges' });
  });
  expect(groupsIn(container)).toEqual([['Low flow'], ['wells', 'gauges']]);
});

test('[SHL-146] a document never opens among the tables: it joins the documents, or stands above the tables', async () => {
  const { container } = draw('p');
  await act(async () => {
    openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
    openPanel({ kind: 'attribute-table', id: 't1', title: 'wells' });
    openPanel({ kind: 'map', id: 'map:2', title: 'Sava' });
  });
  expect(groupsIn(container)).toEqual([['Low flow', 'Sava'], ['wells']]);
  await act(async () => {
    closePanel('map:1');
    closePanel('map:2');
    openPanel({ kind: 'map', id: 'map:3', title: 'Drava' });
  });
  expect(groupsIn(container).toSorted()).toEqual([['Drava'], ['wells']]);
});

test('[SHL-059] another project has no panels of the one before, and there is no dock between them', async () => {
  const { rerender, unmount } = draw('p');
  await act(async () => {
    openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
  });
  rerender(
    <StrictMode>
      <GromaProvider>
        <Dock key="q" userId="u" projectId="q" />
      </GromaProvider>
    </StrictMode>,
  );
  await act(async () => undefined);
  expect(ids()).toEqual([]);
  unmount();
  openPanel({ kind: 'map', id: 'map:1', title: 'Low flow' });
  expect([missing, ids()]).toEqual([1, []]);
});

test('[SHL-012] a panel whose thing is renamed stays the element it is, under its new id, also after a reload', async () => {
  let mounted = 0;
  const Counted = ({ id, params }: { id: string; params: unknown }) => {
    useEffect(() => {
      mounted += 1;
    }, []);
    return <input aria-label={`${id} ${JSON.stringify(params)}`} />;
  };
  registerPanel({
    kind: 'counted',
    icon: MapIcon,
    keepsRendered: true,
    load: () => Promise.resolve({ Panel: Counted }),
  });
  const { unmount } = draw('p');
  await act(async () => {
    openPanel({ kind: 'counted', id: 'file:a', title: 'a', params: { path: 'a' } });
  });
  (await screen.findByRole('textbox')).focus();
  const before = mounted;
  await act(async () => {
    changePanel('file:a', { id: 'file:b', title: 'b', params: { path: 'b' } });
  });
  expect([mounted, ids(), document.activeElement?.getAttribute('aria-label')]).toEqual([
    before,
    ['file:b'],
    'file:b {"path":"b"}',
  ]);
  // The old name is free for another panel.
  await act(async () => {
    openPanel({ kind: 'counted', id: 'file:a', title: 'a', params: { path: 'a' } });
  });
  expect(ids()).toEqual(['file:b', 'file:a']);
  await act(async () => {
    closePanel('file:b');
  });
  expect(ids()).toEqual(['file:a']);
  await act(async () => {
    changePanel('file:a', { id: 'file:c', title: 'c', params: { path: 'c' } });
  });
  act(() => {
    dispatchEvent(new Event('pagehide'));
  });
  unmount();
  draw('p');
  await act(async () => undefined);
  expect(ids()).toEqual(['file:c']);
});

test('[SHL-135] the first workspace of a newcomer opens on the map edited last and its only notebook; nothing is opened for others', async () => {
  registerPanel({ kind: 'notebook', icon: MapIcon, load: () => Promise.resolve({ Panel: () => <p>a notebook</p> }) });
  for (const kind of ['map', 'notebook'] as const)
    registerResourceSource({
      kind,
      label: 'map.maps',
      icon: MapIcon,
      list: (projectId) =>
        Promise.resolve(
          (projectId === 'two' && kind === 'notebook') || (projectId === 'p' && kind === 'map')
            ? [thing(kind), { ...thing(kind), id: `${kind}:2` }]
            : [thing(kind)],
        ),
      open: ({ id, name }) => openPanel({ kind, id, title: name }),
    });
  const { unmount } = draw('p');
  await waitFor(() => expect(ids()).toEqual(['map:1', 'notebook:1']));
  await act(async () => {
    closePanel('notebook:1');
    closePanel('map:1');
  });
  await waitFor(() => expect(localStorage.length).toBeGreaterThan(0));
  unmount();
  // Whoever knows the place finds it as they left it, and other workspaces empty.
  const again = draw('other');
  await act(() => Promise.resolve());
  expect(ids()).toEqual([]);
  again.unmount();
  localStorage.clear();
  draw('two');
  await act(() => Promise.resolve());
  expect(ids()).toEqual([]);
});

function thing(kind: 'map' | 'notebook') {
  return { kind, id: `${kind}:1`, name: kind };
}

test('[SHL-160] a narrow window shows the group in use alone, with a way to the others; a wide one shows all again', async () => {
  const resize = async (width: number) => {
    vi.stubGlobal('innerWidth', width);
    await act(async () => {
      dispatchEvent(new Event('resize'));
    });
  };
  const { container, unmount } = draw('p');
  const shown = () =>
    [...container.querySelectorAll('.dv-groupview')]
      .filter((group) => group.closest('.dv-view')?.classList.contains('visible'))
      .map((group) => group.querySelector('.dock-tab-title')?.textContent);
  await act(async () => {
    openPanel({ kind: 'map', id: 'map:1', title: 'World' });
    openPanel({ kind: 'attribute-table', id: 'table:1', title: 'Countries' });
  });
  expect(shown()).toEqual(['World', 'Countries']);
  await resize(390);
  await waitFor(() => expect(shown()).toEqual(['Countries']));
  expect(screen.queryByRole('button', { name: 'Maximise' })).toBeNull();
  const [, ofTables] = screen.getAllByRole('button', { name: 'Other tabs' });
  fireEvent.click(ofTables!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'World' }));
  await waitFor(() => expect(shown()).toEqual(['World']));
  // What is kept of it is no group alone.
  await act(async () => {
    dispatchEvent(new Event('pagehide'));
  });
  unmount();
  vi.stubGlobal('innerWidth', 1_440);
  const again = draw('p');
  await waitFor(() => expect(again.container.querySelectorAll('.dv-view.visible .dv-groupview')).toHaveLength(2));
  vi.unstubAllGlobals();
});

test('[SHL-168] a strip is scrolled to the tab that comes to the front', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, width] = this.matches('.dv-active-tab') ? [150, 80] : [0, 100];
    return new DOMRect(left, 0, width, 30);
  });
  const { container } = draw('p');
  act(() => openPanel({ kind: 'map', id: 'map:1', title: 'A' }));
  const strip = await waitFor(() => container.querySelector('.dv-tabs-container')!);
  await waitFor(() => expect(strip.scrollLeft).toBeGreaterThanOrEqual(130));
  vi.restoreAllMocks();
});

test('[SHL-166] [SHL-167] what a press on a row opens is a preview that the next one replaces; a double press on its row or tab, and an edit, keep it', async () => {
  const { container } = draw('p');
  const tree = document.createElement('div');
  tree.innerHTML =
    '<div role="tree"><div role="treeitem">1<button>open</button></div><div role="treeitem">2</div><div role="treeitem">3</div></div>';
  document.body.append(tree);
  const stop = previewRows(tree);
  const rows = [...tree.querySelectorAll('[role="treeitem"]')];
  for (const [at, row] of rows.entries())
    row.addEventListener('click', () => openPanel({ kind: 'map', id: `map:${at + 1}`, title: `Map ${at + 1}` }));
  const press = async (target: Element) => {
    await act(async () => {
      fireEvent.click(target);
      // The next press is another event.
      await new Promise((resolve) => setTimeout(resolve));
    });
  };
  const previews = () => readOpenPanels().map(({ id, isPreview }) => [id, isPreview === true]);
  const tabOf = (id: number) => screen.getByText(`Map ${id}`, { selector: '.dock-tab-title' });
  await press(rows[0]!);
  expect(tabOf(1).closest('[data-preview]')?.getAttribute('title')).toBe('Map 1 (preview)');
  await press(rows[1]!);
  expect(previews()).toEqual([['map:2', true]]);
  await act(async () => {
    fireEvent.doubleClick(rows[1]!);
  });
  await press(rows[0]!);
  expect(previews()).toEqual([
    ['map:2', false],
    ['map:1', true],
  ]);
  await act(async () => {
    fireEvent.doubleClick(tabOf(1));
  });
  expect(container.querySelector('[data-preview]')).toBeNull();
  await press(rows[2]!);
  await waitFor(() => expect(container.querySelectorAll('.dock-panel p')).not.toHaveLength(0));
  await act(async () => {
    for (const text of container.querySelectorAll('.dock-panel p'))
      fireEvent(text, new InputEvent('beforeinput', { bubbles: true }));
  });
  expect(previews().at(-1)).toEqual(['map:3', false]);
  // What a button in a row, or anything but a row, opens stays.
  await act(async () => {
    closePanel('map:1');
  });
  await press(rows[0]!.querySelector('button')!);
  expect(previews().at(-1)).toEqual(['map:1', false]);
  stop();
  tree.remove();
});

test('[SHL-170] what is said of panels that open and close is in the language of the person', async () => {
  setPreference({ locale: 'de' });
  await waitFor(() => expect(presentLocale()).toBe('de'));
  draw('p');
  const said = () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
  await act(async () => openPanel({ kind: 'map', id: 'map:1', title: 'Map 1' }));
  expect(said()).toContain('„Map 1“ geöffnet');
  await act(async () => closePanel('map:1'));
  expect(said()).toContain('„Map 1“ geschlossen');
  setPreference({ locale: 'en' });
  await waitFor(() => expect(presentLocale()).toBe('en'));
});
