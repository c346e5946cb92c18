import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionStore } from '../../../platform/session.ts';
import { askCommand, findCommand, registerCommand, registerCommands } from '../../../registry/command.ts';
import { ButtonOfCommand } from '../../../registry/command-button.tsx';
import { setOpenPanels } from '../../../registry/panel.ts';
import { publishCommands } from './publish-commands.ts';

const project = (role: string, outcome = 'NO_ERROR') =>
  sessionStore.setState({ project: { id: 'p1', name: 'Danube', role, plan_outcome: outcome } as never });
const map = { type: 'MAP', id: 'm1' } as const;

beforeEach(() => registerCommands(Object.values(publishCommands)));
afterEach(() => {
  cleanup();
  setOpenPanels([], null);
  sessionStore.setState({ project: null });
});

test('[PUB-086] publishing is offered to roles that may, and says why where the plan has ended', () => {
  expect(askCommand('template.publish', map)).toBe(false);
  for (const role of ['PROJECT_VIEWER', 'PROJECT_COMMENTATOR']) {
    project(role);
    expect([askCommand('template.publish', map), askCommand('template.publish-workspace')]).toEqual([false, false]);
  }
  for (const role of ['PROJECT_EDITOR', 'PROJECT_OWNER']) {
    project(role);
    expect([askCommand('template.publish', map), askCommand('template.publish-workspace')]).toEqual([true, true]);
  }
  project('PROJECT_OWNER', 'PLAN_EXPIRED');
  expect(askCommand('template.publish', map)).toBe('requires an active plan');
});

test('[PUB-086] without an argument the panel in front is meant, where it shows something publishable', () => {
  project('PROJECT_EDITOR');
  expect(askCommand('template.publish')).toBe(false);
  const panel = (kind: string, params: unknown) => setOpenPanels([{ kind, id: 'x', title: 'x', params }], 'x');
  panel('file', { path: '/data/a.csv' });
  expect(askCommand('template.publish')).toBe(false);
  for (const [kind, name] of [
    ['map', 'mapId'],
    ['notebook', 'notebookId'],
    ['workflow', 'workflowId'],
  ] as const) {
    panel(kind, { [name]: 'id' });
    expect(askCommand('template.publish')).toBe(true);
  }
});

test('[MAP-027] a button of a toolbar publishes what it names, a map as a template of type map', () => {
  project('PROJECT_EDITOR');
  const asked: unknown[] = [];
  registerCommand({ ...publishCommands.publish, run: (thing) => void asked.push(thing) });
  render(
    <GromaProvider>
      <ButtonOfCommand id="template.publish" argument={map} />
    </GromaProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Publish…' }));
  expect(asked).toEqual([{ type: 'MAP', id: 'm1' }]);
  expect(findCommand('template.publish')?.argument).toBeDefined();
});
