import type { Scene } from '@groma/protocol';

/** A day with its scenes; `cloud` is the least cloud cover among them, where any says it. */
interface SceneDay {
  day: string;
  count: number;
  cloud: number | null;
}

/** A month with all its days in weeks that begin on Monday; null stands before the first and after the last. */
export interface SceneMonth {
  /** As 2025-06. */
  month: string;
  weeks: (SceneDay | null)[][];
}

export const dayOf = ({ time }: Pick<Scene, 'time'>): string | null => time?.slice(0, 10) ?? null;

/** The months in which there are scenes, the newest first. */
export function sceneMonths(scenes: readonly Scene[]): SceneMonth[] {
  const days = new Map<string, SceneDay>();
  for (const scene of scenes) {
    const day = dayOf(scene);
    if (day === null) continue;
    const known = days.get(day) ?? { day, count: 0, cloud: null };
    const { cloud_cover: cloud } = scene;
    days.set(day, {
      day,
      count: known.count + 1,
      cloud: cloud === null ? known.cloud : Math.min(cloud, known.cloud ?? cloud),
    });
  }
  const months = [...new Set([...days.keys()].map((day) => day.slice(0, 7)))].toSorted().toReversed();
  return months.map((month) => ({ month, weeks: weeksOf(month, days) }));
}

function weeksOf(month: string, days: ReadonlyMap<string, SceneDay>): (SceneDay | null)[][] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells: (SceneDay | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length }, (_, at) => {
      const day = `${month}-${String(at + 1).padStart(2, '0')}`;
      return days.get(day) ?? { day, count: 0, cloud: null };
    }),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
