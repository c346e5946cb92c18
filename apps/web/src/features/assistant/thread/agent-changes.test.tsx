import type { ChatThreadReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore, type Project } from '../../../platform/session.ts';
import { useOpenThread } from '../session/chat-store.ts';
import { AgentChanges } from './agent-changes.tsx';
import { ThreadList } from './thread-list.tsx';

const thread = (id: string, rest: Partial<ChatThreadReply> = {}): ChatThreadReply => ({
  id,
  title: `Thread ${id}`,
  owner: { id: 'ann', username: 'ann' },
  agent: null,
  open_changes: 0,
  is_shared: false,
  allowed_tools: [],
  leaf: 'm',
  created_at: '2026-11-28T00:00:00.000Z',
  updated_at: '2026-11-28T00:00:00.000Z',
  ...rest,
});
const threads = [
  thread('one', { open_changes: 4 }),
  thread('two', { agent: 'Field laptop', open_changes: 2, is_shared: true }),
  thread('three', { agent: 'Night job', open_changes: 1, is_shared: true }),
  thread('four', { agent: 'Done', is_shared: true }),
];

const signIn = (role: Project['role']) =>
  sessionStore.setState({
    user: { id: 'ben' } as never,
    project: { id: 'p', role, plan_outcome: 'NO_ERROR' } as Project,
  });
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: threads })));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Drawn({ openId = null }: { openId?: string | null }) {
  return (
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <AgentChanges projectId="p" openId={openId} />
        <output data-testid="open">{useOpenThread('p')}</output>
        <ThreadList projectId="p" openId={null} onOpen={() => undefined} />
      </GromaProvider>
    </QueryClientProvider>
  );
}

test('[AIA-125] the chat says how many changes of agents wait, and leads to the newest', async () => {
  signIn('PROJECT_EDITOR');
  const { rerender } = render(<Drawn />);
  expect(await screen.findByText('Changes proposed by agents: 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByTestId('open').textContent).toBe('two');
  // What is open already is not told again.
  rerender(<Drawn openId="two" />);
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  expect(screen.queryByText('Changes proposed by agents: 3')).toBeNull();
  // In the list they are known as agents', also those that wait for nobody.
  expect(screen.getAllByText('Agent')).toHaveLength(3);
});

test('[AIA-125] who may not edit is not asked', async () => {
  signIn('PROJECT_VIEWER');
  render(<Drawn />);
  expect(await screen.findAllByText('Agent')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});
