/**
 * The block that holds runnable code. (`code` is taken: it is the name of a text mark, and an editor schema has one
 * name space.)
 */
export const codeCellType = 'codeCell';

/** The block that shows a text with all its signs, as code within prose; nothing runs it. */
export const plainTextType = 'codeBlock';

/** Languages a code block can be written in (NBK-065). */
export const codeLanguages = ['python', 'javascript', 'r', 'sql'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** The language of a code block: `other` is one that no kernel here runs, such as Julia in a Jupyter file. */
export type CellLanguage = CodeLanguage | 'other';

/** Kinds an alert block can be of (NBK-089). */
export const alertTypes = ['warning', 'error', 'info', 'success'] as const;

/** A value a block's prop can have, as the editor stores it. */
export type BlockProp = string | number | boolean;

/**
 * What a type of block holds: text with marks, text without, a table, or nothing but its props; and the props with
 * their defaults.
 */
export interface BlockType {
  content: 'inline' | 'plain' | 'table' | 'none';
  props: Readonly<Record<string, BlockProp>>;
  /** Props without a default, and the type of their values. */
  optional?: Readonly<Record<string, 'string' | 'number' | 'boolean'>>;
}

const colours = { backgroundColor: 'default', textColor: 'default' } as const;
const textProps = { ...colours, textAlignment: 'left' } as const;

/**
 * Every type of block a notebook may hold, by its name in the document, with the props of its editor node. An editor
 * must know each of them with exactly these props: the binding removes from the document what its schema does not know.
 */
export const notebookBlockTypes = {
  paragraph: { content: 'inline', props: textProps },
  heading: { content: 'inline', props: { ...textProps, level: 1 } },
  bulletListItem: { content: 'inline', props: textProps },
  numberedListItem: { content: 'inline', props: textProps, optional: { start: 'number' } },
  checkListItem: { content: 'inline', props: { ...textProps, checked: false } },
  quote: { content: 'inline', props: colours },
  divider: { content: 'none', props: {} },
  table: { content: 'table', props: { textColor: 'default' } },
  image: {
    content: 'none',
    props: { textAlignment: 'left', backgroundColor: 'default', name: '', url: '', caption: '', showPreview: true },
    optional: { previewWidth: 'number' },
  },
  [plainTextType]: { content: 'plain', props: { language: 'text' } },
  [codeCellType]: { content: 'none', props: { codeId: '' } },
  alert: { content: 'inline', props: { type: 'info', textAlignment: 'left', textColor: 'default' } },
  slider: {
    content: 'none',
    props: { value: 0, label: 'Untitled Slider', varName: 'untitled_slider', min: 0, max: 100, step: 1 },
  },
  textInput: { content: 'none', props: { label: 'Untitled Text Input', varName: 'untitled_text', text: '' } },
  dateSelector: { content: 'none', props: { label: 'Untitled Date', varName: 'untitled_date', date: '' } },
  /** `data` is a reference, and `name` what it stood for when it was chosen, for whoever cannot ask (files, prints). */
  dataInput: { content: 'none', props: { label: 'Untitled Data', varName: 'untitled_data', data: '', name: '' } },
  button: { content: 'none', props: { label: 'Untitled Button', text: 'Submit', functionCall: false } },
  selector: {
    content: 'none',
    props: {
      label: 'Untitled Selector',
      varName: 'untitled_selector',
      allowMultiple: false,
      options: '[]',
      selected: '[]',
    },
  },
} as const satisfies Record<string, BlockType>;

export type NotebookBlockType = keyof typeof notebookBlockTypes;

/** Whether a notebook may hold blocks of this type. */
export function isNotebookBlockType(type: string): type is NotebookBlockType {
  return Object.hasOwn(notebookBlockTypes, type);
}
