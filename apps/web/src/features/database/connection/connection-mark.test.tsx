import { GromaProvider } from '@groma/ui';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { roomStore } from '../../../platform/project-room.ts';
import { ConnectionStatus } from './connection-mark.tsx';

afterEach(() => {
  cleanup();
  roomStore.setState({ connection: 'closed' });
});

test('[DBS-008] while the server is away, no database is said to be connected', () => {
  roomStore.setState({ connection: 'connected' });
  render(
    <GromaProvider>
      <ConnectionStatus item={{ schema: { schemas: [] } as never, isFetchingSchema: false }} />
    </GromaProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('Connected');
  act(() => {
    roomStore.setState({ connection: 'disconnected' });
  });
  expect(screen.getByRole('status').textContent).toBe('Disconnected');
});
