import { expect, test, vi } from 'vitest';
import { drawerStore, openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { clampWidth, drawerWidth, openAfterPress, openWithin } from './drawer-layout.ts';

test('pressing a rail button opens its drawer, pressing it again closes it', () => {
  const open = openAfterPress({ left: null, right: 'layer-styles' }, 'left', 'maps', 1440);
  expect(open).toEqual({ left: 'maps', right: 'layer-styles' });
  expect(openAfterPress(open, 'left', 'maps', 1440)).toEqual({ left: null, right: 'layer-styles' });
  expect(openAfterPress(open, 'left', 'files', 1440)).toEqual({ left: 'files', right: 'layer-styles' });
});

test('below 1200 px the other side makes room, but not when a drawer closes', () => {
  expect(openAfterPress({ left: 'maps', right: null }, 'right', 'layer-styles', 1199)).toEqual({
    left: null,
    right: 'layer-styles',
  });
  expect(openAfterPress({ left: 'maps', right: 'layer-styles' }, 'right', 'layer-styles', 1199)).toEqual({
    left: 'maps',
    right: null,
  });
});

test('a drawer that something else opens is alone in a very narrow window, and beside the other in a wider one', () => {
  registerDrawer({
    id: 'layer-styles',
    side: 'right',
    order: 10,
    label: '',
    icon: () => null,
    load: () => Promise.reject(new Error()),
  });
  for (const [width, left] of [
    [320, null],
    [1440, 'maps'],
  ] as const) {
    vi.stubGlobal('innerWidth', width);
    drawerStore.setState({ open: { left: 'maps', right: null } });
    openDrawer('layer-styles');
    expect(drawerStore.getState().open).toEqual({ left, right: 'layer-styles' });
  }
  vi.unstubAllGlobals();
});

test('a kept width is brought into its limits', () => {
  expect([clampWidth(10), clampWidth(300.4), clampWidth(9_999)]).toEqual([drawerWidth.least, 300, drawerWidth.most]);
});

test('[SHL-148] of two drawers the right one stays below 1200 px, and none over a panel below 760', () => {
  const both = { left: 'maps', right: 'layer-styles' } as const;
  expect(openWithin(both, 1200, true)).toBe(both);
  expect(openWithin(both, 1199, true)).toEqual({ left: null, right: 'layer-styles' });
  expect(openWithin({ left: 'maps', right: null }, 768, true)).toEqual({ left: 'maps', right: null });
  expect(openWithin({ left: 'maps', right: null }, 390, true)).toEqual({ left: null, right: null });
  expect(openWithin({ left: 'maps', right: null }, 390, false)).toEqual({ left: 'maps', right: null });
});
