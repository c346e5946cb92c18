import { filterSuggestionItems, insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions';
import {
  getDefaultReactSlashMenuItems,
  SuggestionMenuController,
  type DefaultReactSuggestionItem,
} from '@blocknote/react';
import {
  AlertTriangleIcon,
  CodeIcon,
  FileCodeIcon,
  MathFunctionIcon,
  HeadingIcon,
  ListIcon,
  ListDetailsIcon,
  MinusIcon,
  PhotoIcon,
  CircleCheckIcon,
  MessageIcon,
  TableIcon,
  TypographyIcon,
  CalendarIcon,
  DatabaseIcon,
  PointerIcon,
  SwitchHorizontalIcon,
  SelectorIcon,
  TextPlusIcon,
  type Icon,
} from '@groma/ui';
import { plainTextType } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { languageNames } from '../block/language-names.ts';
import { insertCodeCell, insertFormula, insertWidget, type WidgetType } from './insert-block.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

/** Standard blocks that are offered, with our icons; whatever else the editor brings (emoji) is left out. */
const standard: Readonly<Record<string, Icon>> = {
  paragraph: TypographyIcon,
  heading: HeadingIcon,
  heading_2: HeadingIcon,
  heading_3: HeadingIcon,
  bullet_list: ListIcon,
  numbered_list: ListDetailsIcon,
  check_list: CircleCheckIcon,
  quote: MessageIcon,
  table: TableIcon,
  image: PhotoIcon,
  divider: MinusIcon,
};

/** Beside Python, which the code block is of by itself. */
const otherLanguages = ['sql', 'javascript', 'r'] as const;

const inputs = [
  { type: 'slider', aliases: ['slider', 'input', 'number', 'range'], Mark: SwitchHorizontalIcon },
  { type: 'textInput', aliases: ['text input', 'input', 'field'], Mark: TextPlusIcon },
  { type: 'dateSelector', aliases: ['date', 'input', 'calendar', 'day'], Mark: CalendarIcon },
  {
    type: 'dataInput',
    aliases: ['data', 'input', 'layer', 'file', 'table', 'resource'],
    Mark: DatabaseIcon,
  },
  { type: 'selector', aliases: ['selector', 'input', 'dropdown', 'choice', 'options'], Mark: SelectorIcon },
  { type: 'button', aliases: ['button', 'input', 'submit'], Mark: PointerIcon },
] as const satisfies readonly { type: WidgetType; aliases: string[]; Mark: Icon }[];

/** The menu under `/`: code block, alert, and the standard blocks (NBK-010). */
export function SlashMenu({ editor }: { editor: NotebookEditor }) {
  const t = useText();
  const { doc, views } = useNotebook();
  const items = (): DefaultReactSuggestionItem[] => {
    const own: DefaultReactSuggestionItem[] = [
      {
        title: t('notebook.codeBlock'),
        subtext: t('notebook.codeBlockHint'),
        aliases: ['code', 'python', 'cell'],
        group: t('notebook.runnable'),
        icon: <CodeIcon size={16} />,
        onItemClick: () => insertCodeCell(editor, doc, views),
      },
      ...otherLanguages.map((language): DefaultReactSuggestionItem => ({
        title: t('notebook.codeBlockIn', { language: languageNames[language] ?? language }),
        subtext: t(`notebook.codeBlockInHint.${language}`),
        aliases: ['code', language],
        group: t('notebook.runnable'),
        icon: <CodeIcon size={16} />,
        onItemClick: () => insertCodeCell(editor, doc, views, language),
      })),
      ...inputs.map(({ type, aliases, Mark }) => ({
        title: t(`notebook.inputBlock.${type}`),
        subtext: t(`notebook.inputBlockHint.${type}`),
        aliases,
        group: t('notebook.inputs'),
        icon: <Mark size={16} />,
        onItemClick: () => insertWidget(editor, type),
      })),
      {
        title: t('notebook.formula.block'),
        subtext: t('notebook.formula.blockHint'),
        aliases: ['formula', 'math', 'equation', 'latex', 'tex', 'katex'],
        group: t('notebook.runnable'),
        icon: <MathFunctionIcon size={16} />,
        onItemClick: () => insertFormula(editor),
      },
      {
        title: t('notebook.fence.block'),
        subtext: t('notebook.fence.blockHint'),
        aliases: ['fence', 'snippet', 'listing', 'plain', 'code'],
        group: t('notebook.runnable'),
        icon: <FileCodeIcon size={16} />,
        onItemClick: () => {
          insertOrUpdateBlockForSlashMenu(editor, { type: plainTextType } as never);
        },
      },
      {
        title: t('notebook.alertBlock'),
        subtext: t('notebook.alertBlockHint'),
        aliases: ['alert', 'note', 'warning', 'callout'],
        group: t('notebook.runnable'),
        icon: <AlertTriangleIcon size={16} />,
        onItemClick: () => {
          insertOrUpdateBlockForSlashMenu(editor, { type: 'alert' });
        },
      },
    ];
    const others = getDefaultReactSlashMenuItems(editor).flatMap((item) => {
      const Mark = standard[(item as { key?: string }).key ?? ''];
      return Mark ? [{ ...item, icon: <Mark size={16} /> }] : [];
    });
    // One group under one heading: what is alike must stand together.
    return [
      ...own.filter(({ group }) => group === t('notebook.runnable')),
      ...own.filter(({ group }) => group === t('notebook.inputs')),
      ...others,
    ];
  };
  return (
    <SuggestionMenuController
      triggerCharacter="/"
      getItems={(query) => Promise.resolve(bestFirst(filterSuggestionItems(items(), query), query))}
    />
  );
}

/**
 * What begins as it was written stands before what holds it somewhere: `/selector` is not first of all the date
 * selector.
 */
function bestFirst(items: DefaultReactSuggestionItem[], query: string): DefaultReactSuggestionItem[] {
  const begins = ({ title, group }: DefaultReactSuggestionItem, whole = query.toLowerCase()): string | null =>
    whole !== '' && title.toLowerCase().startsWith(whole) ? (group ?? '') : null;
  const group = items.map((item) => begins(item)).find((found) => found !== null);
  if (group === undefined) return items;
  const rank = (item: DefaultReactSuggestionItem): number => (item.group !== group ? 2 : begins(item) === null ? 1 : 0);
  return items.toSorted((one, other) => rank(one) - rank(other));
}
