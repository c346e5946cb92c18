import { GromaProvider } from '@groma/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChartView } from './chart-view.tsx';

test('[VEC-050] a layer that is no vector layer has no charts, and says so', () => {
  render(
    <GromaProvider>
      <ChartView kind="raster" session={undefined as never} layerId="l" layer={undefined as never} />
    </GromaProvider>,
  );
  expect(screen.getByText('Invalid layer type for chart view')).toBeTruthy();
});
