import type { ChatView } from '@groma/protocol';
import type { NewAttachment } from './gaia-attachments.ts';
import type { OpenPanel } from './panel.ts';

/** A feature that tells the assistant what of it the person has before them. */
export interface AssistantViewSource {
  id: string;
  read(): ChatView;
  /** What of an open panel can go along with a question; null for panels of other features. */
  attachmentOf?(panel: OpenPanel): NewAttachment | null;
}

const sources = new Map<string, AssistantViewSource>();

/** Adds what is told of a feature, or takes the place of one with the same id. */
export function registerAssistantView(source: AssistantViewSource): void {
  sources.set(source.id, source);
}

/** What the person has before them now: it goes along with each question. */
export function readAssistantView(): ChatView {
  return Object.assign({}, ...[...sources.values()].map((source) => source.read())) as ChatView;
}

/** What of an open panel can go along with a question. */
export function attachmentOfPanel(panel: OpenPanel): NewAttachment | null {
  for (const source of sources.values()) {
    const found = source.attachmentOf?.(panel);
    if (found) return found;
  }
  return null;
}
