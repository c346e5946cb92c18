import { Kbd, type SpotlightActionData, type SpotlightActionGroupData } from '@groma/ui';
import type { Text } from '../../platform/text.ts';
import { runCommand, type AnyCommand } from '../../registry/command.ts';
import { findPanelKind, openPanel } from '../../registry/panel.ts';
import type { Resource } from '../../registry/resource.ts';
import { rank, rankAll } from './rank.ts';
import type { RecentPanel } from './recent-panels.ts';
import type { Found } from './use-found.ts';

/** Most answers of one group, and how many are offered before anything is typed. */
const most = 12;
const offered = { commands: 8, resources: 5, recent: 6 };

/** Least rank of the server's answers, which hold what was typed somewhere: before what only has the letters. */
const answerRank = 2;

interface Ranked {
  group: string;
  actions: SpotlightActionData[];
  best: number;
}

/** What is chosen: the act, and whether it leads to a panel. */
export type Choose = (act: () => void, leadsTo: 'panel' | 'elsewhere') => void;

/** All groups that answer, the best first; before anything is typed, what was opened lately comes first. */
export function groupsOf(parts: {
  t: Text;
  typed: string;
  found: readonly Found[];
  commands: readonly AnyCommand[];
  recent: readonly RecentPanel[];
  choose: Choose;
}): SpotlightActionGroupData[] {
  const { t, typed, found, commands, recent, choose } = parts;
  const isFresh = typed.trim() === '';
  const recentIds = recent.map(({ id }) => id);
  const shown = isFresh ? knownOf(recent).map(({ id }) => id) : [];
  const groups = [
    ...(isFresh ? [recentGroup(t, recent, choose)] : []),
    ...found.map((each) => resourceGroup(t, withoutShown(each, shown), typed, recentIds, choose)),
    commandGroup(t, commands, typed, choose),
  ];
  return groups
    .filter(({ actions }) => actions.length > 0)
    .toSorted((first, second) => second.best - first.best)
    .map(({ group, actions }) => ({ group, actions }));
}

/** What was opened lately and can be opened here. */
function knownOf(recent: readonly RecentPanel[]): RecentPanel[] {
  return recent.filter(({ kind }) => findPanelKind(kind)).slice(0, offered.recent);
}

/** What is listed as opened lately is not listed a second time. */
function withoutShown(found: Found, shown: readonly string[]): Found {
  return {
    ...found,
    resources: found.resources.filter(({ id }) => !shown.some((panelId) => panelId.endsWith(id))),
  };
}

function recentGroup(t: Text, recent: readonly RecentPanel[], choose: Choose): Ranked {
  const actions = knownOf(recent).map((panel) => {
    const PanelIcon = findPanelKind(panel.kind)?.icon;
    return {
      id: `recent:${panel.id}`,
      label: panel.title,
      leftSection: PanelIcon && <PanelIcon />,
      onClick: () => choose(() => openPanel(panel), 'panel'),
    };
  });
  return { group: t('shell.recent'), actions, best: Infinity };
}

function commandGroup(t: Text, commands: readonly AnyCommand[], typed: string, choose: Choose): Ranked {
  const { entries, best } = rankAll(commands, typed, ({ title }) => t(title), typed === '' ? offered.commands : most);
  const actions = entries.map(({ id, title, icon: CommandIcon, shortcut }) => ({
    id,
    label: t(title),
    leftSection: CommandIcon && <CommandIcon />,
    rightSection: shortcut && <Kbd keys={shortcut} />,
    onClick: () =>
      choose(() => {
        void runCommand(id);
      }, 'elsewhere'),
  }));
  return { group: t('shell.commands'), actions, best };
}

function resourceGroup(
  t: Text,
  { source, resources, isAnswer }: Found,
  typed: string,
  recentIds: readonly string[],
  choose: Choose,
): Ranked {
  const { entries, best } = isAnswer
    ? {
        entries: resources.slice(0, most),
        best: Math.max(answerRank, ...resources.map(({ name }) => rank(name, typed))),
      }
    : rankAll(
        recentFirst(resources, recentIds),
        typed,
        ({ name }) => name,
        typed === '' ? offered.resources : most,
        ({ detail }) => detail,
      );
  const actions = entries.map((resource) => ({
    id: `${resource.kind}:${resource.id}`,
    label: resource.name,
    description: resource.detail,
    leftSection: <source.icon />,
    onClick: () => choose(() => source.open(resource), 'panel'),
  }));
  return { group: t(source.label), actions, best };
}

/** Of equals, what was opened lately comes first: ids of panels end with those of the things they show. */
function recentFirst(resources: readonly Resource[], recentIds: readonly string[]): Resource[] {
  const placeOf = ({ id }: Resource) => {
    const place = recentIds.findIndex((recent) => recent.endsWith(id));
    return place < 0 ? recentIds.length : place;
  };
  return resources.toSorted((first, second) => placeOf(first) - placeOf(second));
}
