import { t } from '../../../platform/text.ts';
import { can } from '../../../platform/session.ts';
import { defineCommand, type Command } from '../../../registry/command.ts';
import { readActivePanel } from '../../../registry/panel.ts';
import { alignments, leastToAlign, type Alignment } from '../canvas/align-nodes.ts';
import { findOpenWorkflow } from './open-workflows.ts';
import type { WorkflowPanelParams } from './workflow-actions.ts';

const shortcuts: Readonly<Record<Alignment, string>> = {
  left: 'Alt+Shift+L',
  centre: 'Alt+Shift+C',
  right: 'Alt+Shift+R',
  top: 'Alt+Shift+T',
  middle: 'Alt+Shift+M',
  bottom: 'Alt+Shift+B',
  across: 'Alt+Shift+H',
  down: 'Alt+Shift+V',
};

/** Put the selected nodes of the workflow in front in line, from its menu, the palette or the keyboard (WFL-223). */
export const alignCommands = Object.fromEntries(alignments.map((how) => [how, commandOf(how)])) as Readonly<
  Record<Alignment, Command>
>;

function commandOf(how: Alignment): Command {
  return defineCommand({
    id: `workflow.align-${how}`,
    title: `workflow.alignAs.${how}`,
    shortcut: shortcuts[how],
    isEnabled: () => {
      const open = workflowInFront();
      if (!open || !can('update', 'workflow')) return false;
      const least = leastToAlign(how);
      return open.selectedCount >= least || t(`workflow.alignNeeds.${least === 2 ? 'two' : 'three'}`);
    },
    run: () => workflowInFront()?.align(how),
  });
}

function workflowInFront() {
  const panel = readActivePanel();
  return panel?.kind === 'workflow' ? findOpenWorkflow((panel.params as WorkflowPanelParams).workflowId) : undefined;
}
