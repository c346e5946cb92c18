import { expect, test, vi } from 'vitest';
import { drawerStore } from '../../registry/drawer.ts';
import { readStored } from '../../platform/stored.ts';
import { rememberDrawers } from './drawer-layout.ts';
import { fitDrawers } from './fit-drawers.ts';

test('[SHL-148] a narrowing window closes drawers that leave no room, and a widening one brings them back', () => {
  const both = { left: 'maps', right: 'layer-styles' } as const;
  const stop = fitDrawers();
  const narrow = (width: number) => {
    vi.stubGlobal('innerWidth', width);
    dispatchEvent(new Event('resize'));
    return drawerStore.getState().open;
  };
  drawerStore.setState({ open: both });
  expect(narrow(1440)).toEqual(both);
  expect(narrow(1000)).toEqual({ left: null, right: 'layer-styles' });
  expect(narrow(1300)).toEqual(both);
  narrow(1000);
  drawerStore.setState({ open: { left: 'maps', right: null } });
  expect(narrow(1300)).toEqual({ left: 'maps', right: null });
  stop();
  vi.unstubAllGlobals();
});

test('[SHL-148] what a narrow window closes is still remembered for a wider one', () => {
  const [stop, forget] = [fitDrawers(), rememberDrawers()];
  vi.stubGlobal('innerWidth', 1440);
  dispatchEvent(new Event('resize'));
  drawerStore.setState({ open: { left: 'maps', right: 'layer-styles' } });
  vi.stubGlobal('innerWidth', 1000);
  dispatchEvent(new Event('resize'));
  expect(drawerStore.getState().open).toEqual({ left: null, right: 'layer-styles' });
  expect(readStored('groma.drawers')).toMatchObject({ left: 'maps', right: 'layer-styles' });
  // A keyboard on the screen takes height alone: what was opened meanwhile stays.
  drawerStore.setState({ open: { left: 'maps', right: 'layer-styles' } });
  dispatchEvent(new Event('resize'));
  expect(drawerStore.getState().open).toEqual({ left: 'maps', right: 'layer-styles' });
  forget();
  stop();
  vi.unstubAllGlobals();
});
