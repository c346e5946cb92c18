import { useTexts } from '../provider/interface-context.ts';

// Uneven widths read as names still to come rather than as a pattern.
const widths = [70, 48, 82, 60, 74, 40];

/** One grey block with the shape of what is to come. */
export function Skeleton({ width = '100%', height = 10 }: { width?: number | string; height?: number | string }) {
  return <span className="g-skeleton" style={{ width, height }} aria-hidden />;
}

export interface SkeletonRowsProps {
  rows?: number;
  /** A square before each bar, as rows with icons have. */
  withIcon?: boolean;
  label?: string;
}

/** Rows of 28 px in the shape of the list that is loading. */
export function SkeletonRows({ rows = 4, withIcon = true, label }: SkeletonRowsProps) {
  const texts = useTexts();
  return (
    <div className="g-skeleton-rows" role="status" aria-busy="true" aria-label={label ?? texts.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <div className="g-skeleton-row" key={index}>
          {withIcon && <Skeleton width={14} height={14} />}
          <Skeleton width={`${widths[index % widths.length]}%`} />
        </div>
      ))}
    </div>
  );
}
