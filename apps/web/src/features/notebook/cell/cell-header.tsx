import { codeLanguages, setCell, type CellLanguage, type CodeLanguage } from '@groma/model';
import {
  Button,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  CopyIcon,
  FoldIcon,
  IconButton,
  Menu,
  PlayerStopIcon,
  SparklesIcon,
  TrashIcon,
  useInterface,
  type MenuEntry,
} from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { languageNames } from '../block/language-names.ts';
import { useCopied } from '../block/use-copied.ts';
import { CellTitle } from './cell-title.tsx';
import { ordinal } from './ordinal.ts';
import { RunTime } from './run-time.tsx';
import type { RunState } from './run-state.ts';
import type { CellView } from './use-cell.ts';
import type { Folds } from './use-folds.ts';

interface CellHeaderProps {
  blockId: string;
  cell: CellView;
  state: RunState;
  isEditable: boolean;
  folds: Folds;
  hasOutput: boolean;
  /** False where nothing can be done with a block but reading it. */
  hasTools?: boolean;
  onStop(): void;
  /** Opens the chat of the block with the assistant. */
  onAsk(): void;
  onDelete(): void;
}

/** The title line: name, time taken, language, and under the pointer what can be done with the block. */
export function CellHeader({
  blockId,
  cell: { live, state: cell },
  state,
  isEditable,
  folds,
  hasOutput,
  hasTools = true,
  onStop,
  onAsk,
  onDelete,
}: CellHeaderProps) {
  const t = useText();
  const { locale } = useInterface();
  const { isCopied, copy } = useCopied();
  const isBusy = state === 'running' || state === 'queued';
  return (
    <header className="cell-header">
      <IconButton
        size="s"
        className="cell-fold"
        label={t(folds.isCodeHidden ? 'notebook.showCode' : 'notebook.hideCode')}
        icon={folds.isCodeHidden ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
        aria-expanded={!folds.isCodeHidden}
        onClick={() => folds.change({ isCodeHidden: !folds.isCodeHidden })}
      />
      <CellTitle
        place={`block-name.${blockId}`}
        label={cell.label}
        isEditable={isEditable}
        onRename={(label) => setCell(live, { label })}
      />
      <span className="cell-meta">
        {state === 'queued' && (
          <span>
            {cell.queuePlace
              ? t('notebook.queued', { place: ordinal(cell.queuePlace, locale) })
              : t('notebook.state.queued')}
          </span>
        )}
        {cell.outcome === 'stopped' && !isBusy && <span className="cell-stopped">{t('notebook.state.stopped')}</span>}
        <RunTime state={state} msTaken={cell.msTaken} startedAt={cell.startedAt} />
        <Language
          language={cell.language}
          ownName={cell.languageName}
          isEditable={isEditable && !isBusy}
          onChange={(language) => setCell(live, { language, languageName: null })}
        />
        {isBusy && isEditable && hasTools && (
          <Button size="s" className="cell-stop" icon={<PlayerStopIcon size={12} />} onClick={onStop}>
            {t('notebook.stop')}
          </Button>
        )}
        {hasTools && (
          <span className="cell-tools">
            {isEditable && (
              <IconButton
                size="s"
                label={t('notebook.quickEdit')}
                shortcut="Ctrl+K"
                icon={<SparklesIcon size={14} />}
                onClick={onAsk}
              />
            )}
            {hasOutput && (
              <IconButton
                size="s"
                label={t(folds.isOutputHidden ? 'notebook.showOutput' : 'notebook.hideOutput')}
                icon={<FoldIcon size={14} />}
                active={folds.isOutputHidden}
                onClick={() => folds.change({ isOutputHidden: !folds.isOutputHidden })}
              />
            )}
            <IconButton
              size="s"
              label={t(isCopied ? 'notebook.copied' : 'notebook.copyCode')}
              icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
              onClick={() => copy(String(live.get('code') ?? ''))}
            />
            {isEditable && (
              <IconButton
                size="s"
                label={t('notebook.deleteBlock')}
                icon={<TrashIcon size={14} />}
                disabledReason={isBusy ? t('notebook.stillRunning') : undefined}
                onClick={onDelete}
              />
            )}
          </span>
        )}
      </span>
    </header>
  );
}

interface LanguageProps {
  language: CellLanguage;
  ownName: string | null;
  isEditable: boolean;
  onChange(language: CodeLanguage): void;
}

function Language({ language, ownName, isEditable, onChange }: LanguageProps) {
  const t = useText();
  const name = ownName ?? languageNames[language] ?? language;
  if (!isEditable) return <span>{name}</span>;
  const items: MenuEntry[] = codeLanguages.map((code) => ({
    key: code,
    label: languageNames[code] ?? code,
    active: code === language,
    onSelect: () => onChange(code),
  }));
  return (
    <Menu
      items={items}
      position="bottom-end"
      target={
        <button type="button" className="cell-language" aria-label={t('notebook.languageIs', { language: name })}>
          {name}
        </button>
      }
    />
  );
}
