import { expect, test } from 'vitest';
import { clampWidth, drawerWidth, openAfterPress } from './drawer-layout.ts';

test('pressing a rail button opens its drawer, pressing it again closes it', () => {
  const open = openAfterPress({ left: null, right: 'gaia' }, 'left', 'maps', 1440);
  expect(open).toEqual({ left: 'maps', right: 'gaia' });
  expect(openAfterPress(open, 'left', 'maps', 1440)).toEqual({ left: null, right: 'gaia' });
  expect(openAfterPress(open, 'left', 'files', 1440)).toEqual({ left: 'files', right: 'gaia' });
});

test('below 1200 px the other side makes room, but not when a drawer closes', () => {
  expect(openAfterPress({ left: 'maps', right: null }, 'right', 'gaia', 1199)).toEqual({ left: null, right: 'gaia' });
  expect(openAfterPress({ left: 'maps', right: 'gaia' }, 'right', 'gaia', 1199)).toEqual({ left: 'maps', right: null });
});

test('a kept width is brought into its limits', () => {
  expect([clampWidth(10), clampWidth(300.4), clampWidth(9_999)]).toEqual([drawerWidth.least, 300, drawerWidth.most]);
});
