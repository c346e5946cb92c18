import { expect, test, vi } from 'vitest';
import { sessionStore } from '../../../platform/session.ts';
import { askCommand, registerCommands, runCommand } from '../../../registry/command.ts';
import { setOpenPanels } from '../../../registry/panel.ts';
import type { Alignment } from '../canvas/align-nodes.ts';
import { alignCommands } from './align-commands.ts';
import { lendWorkflow } from './open-workflows.ts';

test('[WFL-223] the workflow in front is aligned by commands; two nodes must be selected, to distribute them three', async () => {
  registerCommands(Object.values(alignCommands));
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_EDITOR', plan_outcome: 'NO_ERROR' } as never });
  const align = vi.fn<(how: Alignment) => void>();
  const lend = (selectedCount: number) => lendWorkflow('w', { addNode: () => undefined, selectedCount, align });
  const answers = () => [askCommand('workflow.align-left'), askCommand('workflow.align-across')];
  lend(5);
  expect(answers()).toEqual([false, false]);
  const panel = { id: 'workflow:w', kind: 'workflow', title: 'W', params: { workflowId: 'w' } };
  setOpenPanels([panel], panel.id);
  expect(answers()).toEqual([true, true]);
  lend(2);
  expect(answers()).toEqual([true, 'Select at least three nodes']);
  lend(1);
  expect(answers()).toEqual(['Select at least two nodes', 'Select at least three nodes']);
  lend(3);
  await runCommand('workflow.align-middle');
  await runCommand('workflow.align-down');
  expect(align.mock.calls).toEqual([['middle'], ['down']]);
});
