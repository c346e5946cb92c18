import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lendDock } from '../../../registry/panel.ts';
import { addImport, removeImport } from './import-store.ts';
import { importItems, type ImportItem } from '../maps/import-items.ts';

const item: ImportItem = {
  id: 'i',
  mapId: 'm',
  projectId: 'p',
  name: 'roads.geojson',
  path: '',
  folder: 'temp',
  state: 'importing',
  percent: null,
  failure: null,
  isRaster: false,
};

afterEach(() => {
  cleanup();
  importItems.setState({ items: [] });
});

function Page() {
  const isImporting = importItems(({ items }) => items.length > 0);
  return (
    <>
      <div role="tree" tabIndex={0} aria-label="Maps">
        {isImporting && <button type="button">Cancel the import</button>}
      </div>
      <div tabIndex={-1} data-testid="map">
        {!isImporting && <button type="button">Add files</button>}
      </div>
      <button type="button">Upload</button>
    </>
  );
}

test('[MAP-079] the keyboard goes from the row of an import that ends to its tree, from the button of an empty map to the map, and stays where that is', async () => {
  const takeBack = lendDock({
    open: () => undefined,
    keep: () => undefined,
    close: () => undefined,
    setTitle: () => undefined,
    change: () => undefined,
    step: () => undefined,
    focus: (id) => {
      if (id === 'map:m') screen.getByTestId('map').focus();
    },
  });
  render(<Page />);
  screen.getByText('Add files').focus();
  addImport(item);
  await expect.poll(() => document.activeElement).toBe(screen.getByTestId('map'));
  screen.getByText('Cancel the import').focus();
  removeImport(item.id);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('tree'));
  screen.getByText('Upload').focus();
  addImport(item);
  await screen.findByText('Cancel the import');
  expect(document.activeElement).toBe(screen.getByText('Upload'));
  takeBack();
});
