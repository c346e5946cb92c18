import { useEffect, useState } from 'react';
import { useTexts } from '../provider/interface-context.ts';
import { Spinner } from './spinner.tsx';

/** How long one tip stands, in milliseconds. */
const tipInterval = 10_000;

/** One tip at random, never the one that stands now unless it is the only one; undefined when there is none. */
export function pickTip(
  tips: readonly string[],
  present?: string,
  random: () => number = Math.random,
): string | undefined {
  const others = tips.filter((tip) => tip !== present);
  const choice = others.length > 0 ? others : tips;
  return choice[Math.floor(random() * choice.length)];
}

export interface LoadingScreenProps {
  /** The tips of what is being loaded. */
  tips?: readonly string[];
  /** What is loading, as a sentence. */
  label?: string;
}

const noTips: readonly string[] = [];

/** A whole panel at load: the spinner, what is loading, and a tip that changes every 10 seconds. */
export function LoadingScreen({ tips = noTips, label }: LoadingScreenProps) {
  const texts = useTexts();
  const [tip, setTip] = useState(() => pickTip(tips));
  // Tips may arrive or change while this stands; a tip of other tips must not stay.
  if (tips.length > 0 && (tip === undefined || !tips.includes(tip))) setTip(pickTip(tips));
  useEffect(() => {
    const timer = setInterval(() => setTip((present) => pickTip(tips, present)), tipInterval);
    return () => clearInterval(timer);
  }, [tips]);
  return (
    <div className="g-loading-screen">
      <Spinner size={22} label={label ?? texts.loading} />
      {label && <div aria-hidden>{label}</div>}
      {tip && (
        <p className="g-tip-of-day">
          <b>{texts.didYouKnow}</b> {tip}
        </p>
      )}
    </div>
  );
}
