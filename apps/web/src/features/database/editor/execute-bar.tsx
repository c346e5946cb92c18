import {
  Button,
  ChevronDownIcon,
  HistoryIcon,
  IconButton,
  Kbd,
  Menu,
  PlayerPlayIcon,
  PlayerStopIcon,
  Tooltip,
  WandIcon,
  type MenuEntry,
} from '@groma/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';

interface ExecuteBarProps {
  isExecuting: boolean;
  /** Why nothing may be executed now (DBS-014, DBS-018); undefined when it may. */
  refusal: string | undefined;
  isHistoryShown: boolean;
  mayWrite: boolean;
  onExecute(): void;
  onExecuteCurrent(): void;
  onExecuteAll(): void;
  /** Left out for who may not change the database. */
  onOffer: (() => void) | undefined;
  onStop(): void;
  onFormat(): void;
  onHistory(): void;
  /** State of the connection, then what the last execution gave. */
  children: ReactNode;
  /** What can be done with the rows. */
  end: ReactNode;
}

/** The bar between the SQL and its rows. */
export function ExecuteBar(props: ExecuteBarProps) {
  const { isExecuting, refusal, isHistoryShown, onExecute, onStop } = props;
  const t = useText();
  const ways: MenuEntry[] = [
    { key: 'current', label: t('database.executeCurrent'), shortcut: 'Ctrl+Enter', onSelect: props.onExecuteCurrent },
    { key: 'all', label: t('database.executeAll'), onSelect: props.onExecuteAll },
    ...(props.onOffer ? [{ key: 'offer', label: t('function.offer'), onSelect: props.onOffer }] : []),
  ];
  const execute = (
    <Button
      icon={<PlayerPlayIcon className="sql-play" />}
      endIcon={<Kbd keys="Shift+Enter" />}
      aria-disabled={refusal !== undefined || undefined}
      aria-keyshortcuts="Shift+Enter"
      onClick={() => {
        if (refusal === undefined) onExecute();
      }}
    >
      {t('database.execute')}
    </Button>
  );
  return (
    <div className="sql-bar" role="toolbar" aria-label={t('database.queryTools')}>
      <span className="sql-bar-execute">
        {isExecuting ? (
          <Button icon={<PlayerStopIcon />} onClick={onStop}>
            {t('database.cancelQuery')}
          </Button>
        ) : refusal === undefined ? (
          execute
        ) : (
          <Tooltip label={refusal}>{execute}</Tooltip>
        )}
        <Menu
          items={ways}
          target={
            <IconButton
              label={t('database.moreWays')}
              icon={<ChevronDownIcon size={14} />}
              disabledReason={isExecuting ? t('database.isExecuting') : refusal}
            />
          }
        />
      </span>
      <div className="sql-bar-middle">{props.children}</div>
      <span className="sql-bar-end">
        {props.end}
        <IconButton
          label={t('database.format')}
          shortcut="Shift+Alt+F"
          icon={<WandIcon />}
          disabledReason={props.mayWrite ? undefined : refusal}
          onClick={props.onFormat}
        />
        <IconButton
          label={t('database.history')}
          icon={<HistoryIcon />}
          active={isHistoryShown}
          onClick={props.onHistory}
        />
      </span>
    </div>
  );
}
