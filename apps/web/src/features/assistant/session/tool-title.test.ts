import { expect, test } from 'vitest';
import type { ToolPart } from './chat-message.ts';
import { toolTitleOf } from './tool-title.ts';

const part = (toolName: string): ToolPart =>
  ({ type: 'dynamic-tool', toolName, toolCallId: '1', state: 'input-available', input: {} }) as ToolPart;

test('[AIA-096] tools are called by texts of the language, those of the toolbox as everywhere', () => {
  const keys = ['run_cells', 'buffer', 'made_up_by_a_model'].map((name) => toolTitleOf(part(name), (key) => key));
  expect(keys).toEqual(['chat.tool.run_cells', 'tool.buffer.name', 'Made up by a model']);
});
