import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KernelState } from './kernel-state.tsx';

afterEach(cleanup);

function draw(
  machine: { isAccessible: boolean; hasKernel: boolean },
  preparing: 'machine' | 'kernel' | null = null,
): HTMLElement {
  return render(
    <GromaProvider>
      <KernelState machine={machine} preparing={preparing} notebookId="n" mayRestart={false} />
    </GromaProvider>,
  ).container;
}

test('[NBK-004] the kernel is shown only while the machine is accessible', () => {
  expect(draw({ isAccessible: false, hasKernel: false }).querySelector('.kernel-dot')).toBeNull();
  expect(draw({ isAccessible: true, hasKernel: false }).querySelector('.kernel-dot')).not.toBeNull();
});

test('[NBK-005] while a kernel is created a spinner stands in place of the dot', () => {
  const drawn = draw({ isAccessible: true, hasKernel: false }, 'kernel');
  expect(drawn.querySelector('.kernel-dot')).toBeNull();
  expect(screen.getByText('Creating kernel…')).toBeTruthy();
  cleanup();
  draw({ isAccessible: false, hasKernel: false }, 'machine');
  expect(screen.getByText('Starting machine…')).toBeTruthy();
});

test('[NBK-006] the dot tells whether the notebook has a kernel', () => {
  expect(draw({ isAccessible: true, hasKernel: true }).textContent).toContain('connected');
  expect(document.querySelector('.kernel-dot[data-connected]')).not.toBeNull();
  cleanup();
  expect(draw({ isAccessible: true, hasKernel: false }).textContent).toContain('disconnected');
  expect(document.querySelector('.kernel-dot[data-connected]')).toBeNull();
});
