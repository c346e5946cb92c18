import { Button, PlayerPlayIcon, PlayerStopIcon, Spinner } from '@groma/ui';
import { errorText } from '../../../platform/error-text.ts';
import { useText, type Text } from '../../../platform/text.ts';
import type { AppStage } from './app-state.ts';

interface AppBarProps {
  title: string;
  author: string | null;
  /** Its page in the hub. */
  path: string;
  stage: AppStage;
  /** All readers are in one session; null where nothing can be run. */
  isShared: boolean | null;
  onRun(): void;
  onLeave(): void;
}

/** The head of an application: what it is called, where its reader stands, and the way to run it. */
export function AppBar({ title, author, path, stage, isShared, onRun, onLeave }: AppBarProps) {
  const t = useText();
  const isBusy = ['waiting', 'starting', 'running'].includes(stage.name);
  return (
    <header className="app-bar">
      <div className="app-title">
        <h1>
          <a href={path} target="_blank" rel="noopener">
            <bdi>{title}</bdi>
          </a>
        </h1>
        {author !== null && <span>{t('app.by', { name: author })}</span>}
      </div>
      {isShared !== null && (
        <div className="app-ways">
          {isBusy && stage.name !== 'starting' && !(isShared && stage.name === 'running') && (
            <Button size="s" icon={<PlayerStopIcon size={14} />} onClick={onLeave}>
              {t(stage.name === 'waiting' ? 'app.leave' : 'app.stop')}
            </Button>
          )}
          <Button
            size="s"
            variant="primary"
            icon={<PlayerPlayIcon size={14} />}
            disabled={stage.name === 'waiting' || stage.name === 'starting'}
            onClick={onRun}
          >
            {t(isOver(stage) ? 'app.again' : 'app.run')}
          </Button>
        </div>
      )}
      <p className="app-status" role="status" data-failed={isFailure(stage) || undefined}>
        {isBusy && <Spinner />}
        <span>
          {isShared === null ? t('app.closed') : sayStage(t, stage)}
          {isShared === true && !isFailure(stage) && ` ${t('app.shared')}`}
        </span>
      </p>
    </header>
  );
}

function isOver({ name }: AppStage): boolean {
  return name === 'ended' || name === 'failed' || name === 'left';
}

function isFailure({ name }: AppStage): boolean {
  return name === 'ended' || name === 'failed';
}

function sayStage(t: Text, stage: AppStage): string {
  switch (stage.name) {
    case 'published':
      return t('app.published');
    case 'waiting':
      return stage.place === null ? t('app.starting') : t('app.place', { place: stage.place });
    case 'starting':
      return t('app.starting');
    case 'running':
      return t('app.running');
    case 'resting':
      return t('app.done');
    case 'ended':
      return t(`app.ended.${stage.reason}`);
    case 'left':
      return t('app.left');
    case 'failed':
      return stage.error instanceof TypeError ? t('app.lost') : errorText(stage.error);
    default:
      return stage satisfies never;
  }
}
