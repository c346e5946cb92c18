import type { ChatMessageReply, SentAttachment } from '@groma/protocol';
import type { DynamicToolUIPart, ToolUIPart, UIMessage } from 'ai';

/** What a message of a conversation has beside its parts. */
interface MessageFacts {
  model?: string | null;
  attachments?: readonly SentAttachment[];
}

export type GaiaMessage = UIMessage<MessageFacts>;
export type GaiaPart = GaiaMessage['parts'][number];
export type ToolPart = DynamicToolUIPart | ToolUIPart;

/** A stored message as the screen draws what streams. */
export function toGaiaMessage({ id, role, parts, model, attachments }: ChatMessageReply): GaiaMessage {
  return { id, role, parts: parts as GaiaPart[], metadata: { model, attachments } };
}

/** All that a message says, as Markdown. */
export function textOf({ parts }: GaiaMessage): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}

export function isToolPart(part: GaiaPart): part is ToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-');
}

/** The name by which a model calls a tool. */
export function toolNameOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

/** The questions of tools that wait for the person's consent. */
export function openConsents({ parts }: GaiaMessage): ToolPart[] {
  return parts.filter(isToolPart).filter(({ state }) => state === 'approval-requested');
}

/** Tools whose calls become changes that a person decides. */
const changing: ReadonlySet<string> = new Set([
  'edit_notebook',
  'edit_text_file',
  'edit_features',
  'style_layer',
  'filter_layer',
  'create_notebook',
  'create_map',
  'edit_workflow',
  'create_workflow',
]);

/** Whether an answer may have changes to be decided. */
export function hasChanges({ parts }: GaiaMessage): boolean {
  return parts.some((part) => isToolPart(part) && changing.has(toolNameOf(part)));
}
