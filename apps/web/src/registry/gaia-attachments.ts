import { mostAttachments, type ChatAttachment } from '@groma/model';
import { create } from 'zustand';
import { logEvent } from '../platform/analytics.ts';
import { readProject } from '../platform/session.ts';
import { openDrawer } from './drawer.ts';

/** Something that is to go along with the next question to the assistant. */
export type NewAttachment = Pick<ChatAttachment, 'type' | 'filename' | 'url'> &
  Partial<Pick<ChatAttachment, 'mediaType' | 'percentProgress' | 'isUploading'>>;

interface AttachmentState {
  /** Whose workspace they are of. */
  projectId: string;
  attachments: readonly ChatAttachment[];
}

/** What goes along with the next question. */
export const attachmentStore = create<AttachmentState>(() => ({ projectId: '', attachments: [] }));

/**
 * Has something go along with the next question to GAIA and shows the chat; the same thing goes along once. The answer
 * is its id, null where there are as many as a question may have.
 */
export function addToGaia(added: NewAttachment): string | null {
  const projectId = readProject()?.id ?? '';
  const state = attachmentStore.getState();
  const present = state.projectId === projectId ? state.attachments : [];
  openDrawer('gaia-chat');
  const same = present.find(({ type, url }) => url !== '' && type === added.type && url === added.url);
  if (same) return same.id;
  if (present.length >= mostAttachments) return null;
  const id = crypto.randomUUID();
  const attachment = { mediaType: '', percentProgress: 100, isUploading: false, ...added, id };
  attachmentStore.setState({ projectId, attachments: [...present, attachment] });
  logEvent({ name: 'add_to_gaia', properties: { kind: added.type } });
  return id;
}

export function changeAttachment(id: string, change: Partial<ChatAttachment>): void {
  attachmentStore.setState(({ attachments }) => ({
    attachments: attachments.map((each) => (each.id === id ? { ...each, ...change } : each)),
  }));
}

export function removeAttachment(id: string): void {
  attachmentStore.setState(({ attachments }) => ({ attachments: attachments.filter((each) => each.id !== id) }));
}

/** Takes all: they have been sent. */
export function clearAttachments(): void {
  attachmentStore.setState({ attachments: [] });
}
