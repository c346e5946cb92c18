import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProjectSheet } from './project-card.tsx';

afterEach(cleanup);

test('[SHL-137] a card shows the picture of its project, and initials where there is none or it cannot be read', () => {
  const sheet = (picture: string | null) => <ProjectSheet project={{ id: 'p', name: 'Danube low flow', picture }} />;
  const { container, rerender } = render(sheet(null));
  expect(container.textContent).toBe('DL');
  rerender(sheet('/api/projects/p/picture?of=1'));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/api/projects/p/picture?of=1');
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toBe('DL');
  rerender(sheet('/api/projects/p/picture?of=2'));
  expect(container.querySelector('img')).not.toBeNull();
});
