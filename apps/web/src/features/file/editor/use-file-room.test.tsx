import { GromaError } from '@groma/model';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api, queryClient } from '../../../platform/api.ts';
import { useFileRoom } from './use-file-room.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[FIL-069] whoever edits a file stays in its room when it is renamed and deleted before its new name is asked for', async () => {
  const room = { fileId: 'f', roomId: 'r', path: '/data/notes.md' };
  const call = vi.spyOn(api, 'call').mockResolvedValueOnce({ data: room } as never);
  const { result, rerender } = renderHook(({ path }) => useFileRoom('p', path), {
    initialProps: { path: '/data/notes.md' },
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.data).toEqual(room));
  call.mockRejectedValueOnce(new GromaError('FILE_NOT_FOUND', { path: '/data/report.md' }));
  rerender({ path: '/data/report.md' });
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'FILE_NOT_FOUND' }));
  expect(result.current.data).toEqual(room);
});
