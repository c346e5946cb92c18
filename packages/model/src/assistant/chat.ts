/** What can be attached to a question (AIA-003). */
export const attachmentTypes = ['notebook', 'selection', 'error', 'file', 'picture', 'layer'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Something that goes along with a question (AIA-002). */
export interface ChatAttachment {
  id: string;
  type: AttachmentType;
  /** What it is called: the name of a notebook, file or layer, or where a selection or error comes from. */
  filename: string;
  mediaType: string;
  /**
   * What it is: `notebook:{id}`, a reference of data (`layer:…`, `file:/data/…`), or a `data:` URL of a picture, of a
   * selected text or of the text of an error.
   */
  url: string;
  /** Of an upload, from 0 to 100. */
  percentProgress: number;
  isUploading: boolean;
}

/** Bytes of a picture or text that goes along with a question. */
export const mostAttachmentBytes = 4 * 1024 * 1024;
export const mostAttachments = 20;
/** What goes along with all the questions of one conversation. */
export const mostThreadAttachmentMegabytes = 64;
/** Characters of one message of a person. */
export const mostMessageCharacters = 50_000;

/** How a message of the assistant stands. `asking`: a tool waits for a person's consent. */
export const messageStates = ['complete', 'writing', 'asking', 'stopped', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** What a turn of the assistant changes. `created`: a new thing, which is deleted by hand (AIA-043). */
export const changeKinds = ['cell', 'file', 'features', 'style', 'workflow', 'created'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change is proposed and then applied or refused; an applied one can be reverted (AIA-040, AIA-042). */
export const changeStates = ['proposed', 'applied', 'refused', 'reverted'] as const;
export type ChangeState = (typeof changeStates)[number];

/** How the check of code that the assistant wrote has ended (AIA-006). */
export const codeChecks = ['CHECKING', 'PASSED', 'FAILED', 'SKIP_CHECK'] as const;
export type CodeCheck = (typeof codeChecks)[number];

/** Whether a call of a tool needed a person's word, and what it was. */
export const consents = ['free', 'open', 'allowed', 'refused'] as const;
/** How a call of a tool has ended; `open`: it has not. */
export const callOutcomes = ['done', 'failed', 'open'] as const;

/** A call of a tool as the log of the assistant keeps it. */
export interface LoggedCall {
  tool: string;
  /** JSON, cut to `mostLoggedCharacters`. */
  arguments: string;
  consent: (typeof consents)[number];
  outcome: (typeof callOutcomes)[number];
}

/** A change that was decided, as the log of the assistant keeps it. */
export interface LoggedChange {
  kind: ChangeKind;
  title: string;
  /** How it stands since. */
  state: ChangeState;
}

export const mostLoggedCharacters = 2_000;
/** Days for which the log of the assistant is kept (AIA-151). */
export const assistantLogDays = 365;
