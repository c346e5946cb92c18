import {
  newGeneralNode,
  newId,
  newWorkflowNode,
  type GeneralNodeType,
  type WorkflowNode,
  type WorkflowNodeType,
} from '@groma/model';
import { t } from '../../../platform/text.ts';
import { findKnownTool } from '../../../registry/own-tools.ts';
import { toolWords } from '../../../registry/tool-words.ts';
import { nameOfNew } from '../workflows/say-workflow.ts';

/** What can be added: a kind of node, or `tool:` with the id of a tool. */
export type NewNode = WorkflowNodeType | Exclude<GeneralNodeType, 'tool'> | `tool:${string}`;

const newNodeArea = 400;
const gap = 12;
const mostTries = 60;

/**
 * A random place near the origin (WFL-071) where a node of this size in pixels covers none of the others, if one is
 * found.
 */
export function freePlace(
  others: readonly { position: { x: number; y: number } }[],
  { width, height }: { width: number; height: number },
): { x: number; y: number } {
  const anywhere = () => ({ x: Math.random() * newNodeArea, y: Math.random() * newNodeArea });
  const isFree = (place: { x: number; y: number }) =>
    others.every(
      ({ position: { x, y } }) => Math.abs(place.x - x) >= width + gap || Math.abs(place.y - y) >= height + gap,
    );
  return Array.from({ length: mostTries }, anywhere).find(isFree) ?? anywhere();
}

/**
 * A new node with its defaults, named in the language of the person (WFL-070).
 */
export function makeNode(wanted: NewNode, position: { x: number; y: number }): WorkflowNode {
  if (wanted.startsWith('tool:')) {
    const tool = wanted.slice('tool:'.length);
    const known = findKnownTool(tool);
    const label = known ? toolWords(known, t).short : tool;
    return newGeneralNode('tool', newId(), position, { label, tool });
  }
  if (wanted === 'input' || wanted === 'conversion' || wanted === 'output')
    return newWorkflowNode(wanted, newId(), position, nameOfNew(wanted));
  const type = wanted as Exclude<GeneralNodeType, 'tool'>;
  const label = t('workflow.newNode', { type: t(`workflow.kind.${type}`) });
  return newGeneralNode(type, newId(), position, { label });
}
