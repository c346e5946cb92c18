import { Button, Note } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';

const patienceMs = 5_000;

interface StopNoticeProps {
  /** When the stop was asked for, in milliseconds since 1970 by the server's clock. */
  since: number;
  /** Missing for people who may not run code. */
  onEnd: (() => void) | undefined;
}

/**
 * A block that was stopped and still runs: says so, and after 5 s offers to wait or to end its kernel, which nothing
 * does by itself (KRN-061).
 */
export function StopNotice({ since, onEnd }: StopNoticeProps) {
  const t = useText();
  const [isSlow, setSlow] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    // The clocks of server and browser may differ.
    const left = Math.min(patienceMs, Math.max(0, since + patienceMs - Date.now()));
    const timer = setTimeout(() => setSlow(true), left);
    return () => clearTimeout(timer);
  }, [since]);
  if (!isSlow || isWaiting)
    return (
      <div className="stop-notice" role="status">
        {t('notebook.stopping.state')}
      </div>
    );
  return (
    <div className="stop-notice" role="alert">
      <Note kind="warning">
        {t('notebook.stopping.slow')}
        {onEnd && (
          <>
            {' '}
            {t('notebook.stopping.choose')}
            <span className="stop-choice">
              <Button size="s" onClick={() => setWaiting(true)}>
                {t('notebook.stopping.wait')}
              </Button>
              <Button size="s" variant="danger" onClick={onEnd}>
                {t('notebook.stopping.end')}
              </Button>
            </span>
          </>
        )}
      </Note>
    </div>
  );
}
