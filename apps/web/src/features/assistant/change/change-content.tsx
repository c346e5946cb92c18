import type { WorkflowGraph } from '@groma/model';
import type { ChatChangeReply } from '@groma/protocol';
import { useText } from '../../../platform/text.ts';
import { FeatureDifferenceList } from './feature-difference-list.tsx';
import { StyleDifferenceList } from './style-difference-list.tsx';
import { TextDifference } from './text-difference.tsx';
import { WorkflowDifferenceList } from './workflow-difference-list.tsx';

type Created =
  | { kind: 'notebook'; cells: { language: string | null; source: string }[] }
  | { kind: 'map' }
  | { kind: 'workflow'; graph: WorkflowGraph }
  | { kind: 'file'; text: string };

/** What a change does, by its kind. */
export function ChangeContent({ change }: { change: ChatChangeReply }) {
  const t = useText();
  const { kind, before, after, language, target, title } = change;
  const label = t('change.differenceOf', { title });
  switch (kind) {
    case 'cell':
      if (before === after) return <p className="change-said">{t('change.moved')}</p>;
      return (
        <TextDifference
          before={(before as string | null) ?? ''}
          after={(after as string | null) ?? ''}
          language={language ?? 'markdown'}
          label={label}
        />
      );
    case 'file':
      return (
        <TextDifference
          before={before as string}
          after={after as string}
          language={endingOf(target.path)}
          label={label}
        />
      );
    case 'features':
      return <FeatureDifferenceList before={before} after={after} />;
    case 'style':
      return <StyleDifferenceList before={before} after={after} />;
    case 'workflow':
      return <WorkflowDifferenceList before={before as WorkflowGraph} after={after as WorkflowGraph} />;
    case 'created': {
      const made = after as Created;
      if (made.kind === 'map') return <p className="change-said">{t('change.newMapText')}</p>;
      if (made.kind === 'workflow')
        return <WorkflowDifferenceList before={{ nodes: [], edges: [] }} after={made.graph} />;
      if (made.kind === 'file')
        return <TextDifference before="" after={made.text} language={endingOf(target.path)} label={label} />;
      return made.cells.map((cell, place) => (
        <TextDifference
          // oxlint-disable-next-line react/no-array-index-key -- the cells of a new notebook never change places
          key={place}
          before=""
          after={cell.source}
          language={cell.language ?? 'markdown'}
          label={`${label} [${place + 1}]`}
        />
      ));
    }
    default:
      return kind satisfies never;
  }
}

/** The grammar of a file by the ending of its name. */
function endingOf(path = ''): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const known: Record<string, string> = {
    py: 'python',
    js: 'javascript',
    ts: 'javascript',
    md: 'markdown',
    geojson: 'json',
  };
  return known[ending] ?? ending;
}
