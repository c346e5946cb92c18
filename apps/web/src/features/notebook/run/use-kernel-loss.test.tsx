import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sessionStore, type User } from '../../../platform/session.ts';
import { useKernelLoss } from './use-kernel-loss.ts';

sessionStore.setState({ user: { id: 'ann' } as User });

test('[NBK-006] a kernel that went while nobody could tell is missed, until there is one again', () => {
  const { result, rerender } = renderHook((machine) => useKernelLoss('n', machine), {
    initialProps: { hasKernel: false, isAccessible: true },
  });
  expect(result.current.loss).toBeNull();
  rerender({ hasKernel: true, isAccessible: true });
  expect(result.current.loss).toBeNull();
  rerender({ hasKernel: false, isAccessible: true });
  expect(result.current.loss).toBe('died');
  rerender({ hasKernel: true, isAccessible: true });
  expect(result.current.loss).toBeNull();
  rerender({ hasKernel: false, isAccessible: false });
  expect(result.current.loss).toBe('stopped');
  act(() => result.current.dismiss());
  expect(result.current.loss).toBeNull();
});
