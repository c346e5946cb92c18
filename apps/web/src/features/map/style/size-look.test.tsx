import { completeVectorStyle, defaultPointRadii, type VectorStyle } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { SizeLook } from './size-look.tsx';

afterEach(cleanup);

let latest: Partial<VectorStyle> | null = null;

/** Points sized by a column that is called as no other choice may be. */
function Sized() {
  const [style, setStyle] = useState(
    completeVectorStyle({ pointSize: { ...defaultPointRadii, column: 'one', mostValue: 9 } }),
  );
  return (
    <GromaProvider>
      <SizeLook
        target={{
          session: null as never,
          layerId: 'a',
          style,
          shape: 'point',
          columns: [{ name: 'one', type: 'number' }],
          version: 1,
          isReady: true,
          readOnlyReason: null,
          change: (change) => {
            latest = change;
            setStyle({ ...style, ...change });
          },
        }}
      />
    </GromaProvider>
  );
}

test('[VEC-090] points that are sized by a column get one size again, which the list says', async () => {
  render(<Sized />);
  const list = screen.getByRole<HTMLInputElement>('combobox', { name: 'Size by' });
  expect(list.value).toBe('one');
  fireEvent.click(list);
  fireEvent.click(await screen.findByRole('option', { name: 'One size', hidden: true }));
  expect(latest).toEqual({ pointSize: null });
  expect(list.value).toBe('One size');
});
