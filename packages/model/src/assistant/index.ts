export { chatModelOf, chatModels, defaultChatModel } from './chat-model.ts';
export type { ChatModel, ModelMaker } from './chat-model.ts';
export { imageModelOf, imageModels } from './image-model.ts';
export type { ImageModel } from './image-model.ts';
export {
  attachmentTypes,
  changeKinds,
  changeStates,
  codeChecks,
  messageStates,
  mostAttachmentBytes,
  mostAttachments,
  mostMessageCharacters,
} from './chat.ts';
export type { AttachmentType, ChangeKind, ChangeState, ChatAttachment, CodeCheck, MessageState } from './chat.ts';
