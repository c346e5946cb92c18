import { splitTimeLeft } from '@groma/model';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';

const measuredMs = 1_000;
/** How much the last second counts in the pace. */
const weight = 0.25;

/** Bytes in a second after another measurement; the first is taken as it is. */
export function paceAfter(pace: number | null, bytes: number): number {
  return pace === null ? bytes : pace * (1 - weight) + bytes * weight;
}

/** How long it still takes at the pace of the last seconds. */
export function TimeLeft({ sent, bytes }: { sent: number; bytes: number }) {
  const t = useText();
  const [pace, setPace] = useState<number | null>(null);
  const now = useRef(sent);
  useEffect(() => {
    now.current = sent;
  }, [sent]);
  useEffect(() => {
    let before = now.current;
    const timer = setInterval(() => {
      const moved = Math.max(0, now.current - before);
      before = now.current;
      setPace((present) => paceAfter(present, moved));
    }, measuredMs);
    return () => clearInterval(timer);
  }, []);
  if (pace === null || pace < 1) return null;
  const { hours, minutes } = splitTimeLeft((bytes - sent) / pace);
  return (
    <>
      {' '}
      ·{' '}
      {hours > 0
        ? t('file.upload.hoursLeft', { hours, minutes })
        : minutes > 0
          ? t('file.upload.minutesLeft', { count: minutes })
          : t('file.upload.secondsLeft')}
    </>
  );
}
