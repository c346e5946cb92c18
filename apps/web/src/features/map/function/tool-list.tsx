import { TOOLS, type ToolCategory, type ToolDefinition } from '@groma/model';
import {
  CrosshairIcon,
  EmptyState,
  HexagonsIcon,
  IconButton,
  LayersIntersectIcon,
  PhotoIcon,
  PointIcon,
  PolygonIcon,
  RouteIcon,
  SatelliteIcon,
  Ruler2Icon,
  SearchIcon,
  StarIcon,
  SwitchHorizontalIcon,
  TableIcon,
  TextField,
  Tooltip,
  UsersIcon,
  VectorIcon,
  type Icon,
} from '@groma/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText, type Text } from '../../../platform/text.ts';
import { leaveList, readLeft, useShelf } from './tool-shelf.ts';
import { headingOf, toolWords } from '../../../registry/tool-words.ts';

const categoryIcons: Readonly<Record<ToolCategory, Icon>> = {
  measurement: Ruler2Icon,
  transformation: VectorIcon,
  conversion: SwitchHorizontalIcon,
  coordinates: CrosshairIcon,
  polygons: PolygonIcon,
  points: PointIcon,
  overlay: LayersIntersectIcon,
  sampling: HexagonsIcon,
  table: TableIcon,
  routing: RouteIcon,
  imagery: PhotoIcon,
  custom: SatelliteIcon,
  workspace: UsersIcon,
};

/** In the order of the toolbox. */
const categories = [...new Set(TOOLS.map(({ category }) => category))];

const none: readonly ToolDefinition[] = [];

interface Section {
  key: string;
  title: string;
  tools: readonly ToolDefinition[];
}

/** All tools by category, what the person uses above them; the keyboard alone reaches each (GEO-006). */
export function ToolList({
  onChoose,
  isWithoutLayer = false,
  own = none,
}: {
  onChoose: (toolId: string) => void;
  /** Only the tools that can do without. */
  isWithoutLayer?: boolean;
  /** Those that people have made. */
  own?: readonly ToolDefinition[];
}) {
  const t = useText();
  const shelf = useShelf();
  const [left] = useState(readLeft);
  const [query, setQuery] = useState(left?.query ?? '');
  const returned = left?.row;
  useEffect(() => leaveList(null), []);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const known: readonly ToolDefinition[] = [...own, ...TOOLS];
  const tools = isWithoutLayer ? known.filter(({ inputs: [first] }) => !first || first.isOptionalWith) : known;
  const sections = sectionsOf(query, tools, shelf, t);
  const [first] = sections;
  const [active, setActive] = useState(returned ?? '');
  const rows = sections.flatMap(({ key, tools: listed }) => listed.map(({ id }) => `${key} ${id}`));
  const current = rows.includes(active) ? active : rows[0];
  const choose = (row: string, id: string) => {
    leaveList({ row, query });
    onChoose(id);
  };
  const goTo = (place: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.function-tool') ?? [])];
    if (place < 0) search.current?.focus();
    else buttons[Math.min(place, buttons.length - 1)]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const at = rows.indexOf(current ?? '');
    const places: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      Escape: -1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(place);
  };
  const pressInSearch = (event: KeyboardEvent<HTMLInputElement>) => {
    const [firstTool] = first?.tools ?? [];
    if (event.key === 'ArrowDown') goTo(0);
    else if (event.key === 'Enter' && first && firstTool) choose(`${first.key} ${firstTool.id}`, firstTool.id);
    else if (event.key === 'Escape' && query !== '') setQuery('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="function-search">
        <TextField
          ref={search}
          size="s"
          type="search"
          icon={<SearchIcon size={14} />}
          aria-label={t('function.search')}
          placeholder={t('function.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={pressInSearch}
        />
      </div>
      <div className="function-list" ref={list} onKeyDown={press}>
        {sections.length === 0 && (
          <EmptyState icon={<SearchIcon size={18} />} title={t('function.nothingFound', { query: query.trim() })} />
        )}
        {sections.map(({ key, title, tools: listed }) => (
          <section key={key} aria-labelledby={`function-${key}`}>
            <h3 id={`function-${key}`}>{title}</h3>
            <ul>
              {listed.map((tool) => {
                const row = `${key} ${tool.id}`;
                return (
                  <ToolRow
                    key={tool.id}
                    tool={tool}
                    isReached={row === current}
                    isFocused={row === returned}
                    isFavourite={shelf.favourites.includes(tool.id)}
                    onFocus={() => setActive(row)}
                    onChoose={() => choose(row, tool.id)}
                    onStar={() => shelf.toggleFavourite(tool.id)}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface ToolRowProps {
  tool: ToolDefinition;
  /** Whether Tab stops here; the arrows reach the others. */
  isReached: boolean;
  /** The keyboard comes back from its form. */
  isFocused: boolean;
  isFavourite: boolean;
  onFocus: () => void;
  onChoose: () => void;
  onStar: () => void;
}

function ToolRow({ tool, isReached, isFocused, isFavourite, onFocus, onChoose, onStar }: ToolRowProps) {
  const t = useText();
  const CategoryIcon = categoryIcons[tool.category];
  const { short: name, help } = toolWords(tool, t);
  const tab = isReached ? 0 : -1;
  return (
    <li onFocus={onFocus}>
      <Tooltip label={help || name} position="left" multiline>
        <button type="button" className="function-tool" tabIndex={tab} autoFocus={isFocused} onClick={onChoose}>
          <CategoryIcon />
          <span>{name}</span>
        </button>
      </Tooltip>
      <IconButton
        size="s"
        className="function-star"
        label={t(isFavourite ? 'function.removeFavourite' : 'function.addFavourite', { name })}
        icon={<StarIcon />}
        active={isFavourite}
        tabIndex={tab}
        onClick={onStar}
      />
    </li>
  );
}

/** What is shown for what is typed: with nothing typed also what the person likes and has used. */
function sectionsOf(
  query: string,
  tools: readonly ToolDefinition[],
  shelf: { favourites: readonly string[]; recent: readonly string[] },
  t: Text,
) {
  const wanted = folded(query.trim());
  const named = (ids: readonly string[]) => ids.flatMap((id) => tools.filter((tool) => tool.id === id));
  const own: Section[] =
    wanted === ''
      ? [
          { key: 'favourites', title: t('function.favourites'), tools: named(shelf.favourites) },
          { key: 'recent', title: t('function.recent'), tools: named(shelf.recent) },
        ]
      : [];
  const found = tools.filter((tool) => wanted === '' || textOf(tool, t).includes(wanted));
  const headings = [...new Set(found.flatMap(({ own: made }) => (made ? [made.heading] : [])))];
  const all: Section[] = [
    ...headings.map((heading, at) => {
      const made = found.filter((tool) => tool.own?.heading === heading);
      return { key: `own-${at}`, title: headingOf(made[0]!, t), tools: made };
    }),
    ...categories.map((category) => ({
      key: category,
      title: t(`tool.category.${category}`),
      tools: found.filter((tool) => tool.category === category),
    })),
  ];
  return [...own, ...all].filter(({ tools: listed }) => listed.length > 0);
}

function textOf(tool: ToolDefinition, t: Text): string {
  const { name, short, help } = toolWords(tool, t);
  return folded([name, short, headingOf(tool, t), help].join(' '));
}

/** In any case and with any accents. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
