import { resource } from '@groma/protocol';
import { SparklesIcon } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { addToGaia } from '../../../registry/gaia-attachments.ts';
import { useResourceSources } from '../../../registry/resource.ts';
import { attachmentOfEntry, type Mentionable } from './mention-options.ts';
import './example-questions.css';

/** What can be asked: by what the workspace has, where it has something. A press puts the question into the field. */
export function ExampleQuestions({ projectId, onChoose }: { projectId: string; onChoose: (text: string) => void }) {
  const t = useText();
  const { layer, file, notebook } = useFirstThings(projectId);
  const about = [
    layer && { key: 'layer', text: t('chat.example.layer', { name: layer.name }), thing: layer },
    file && { key: 'file', text: t('chat.example.file', { name: file.name }), thing: file },
    notebook && { key: 'notebook', text: t('chat.example.notebook', { name: notebook.name }), thing: notebook },
  ].filter((each) => each !== undefined);
  const general = ['start', 'data', 'map'].map((key) => ({
    key,
    text: t(`chat.example.${key}`),
    thing: undefined,
  }));
  return (
    <ul className="gaia-examples" aria-label={t('chat.examples')}>
      {[...about, ...general].slice(0, 3).map(({ key, text, thing }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => {
              if (thing) addToGaia(thing.attachment);
              onChoose(text);
            }}
          >
            <SparklesIcon size={14} />
            <span dir="auto">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type Thing = Pick<Mentionable, 'name' | 'attachment'>;

/** The first layer, file and notebook that a workspace has. */
function useFirstThings(projectId: string): { layer?: Thing; file?: Thing; notebook?: Thing } {
  const sources = useResourceSources();
  const { data } = useQuery({
    queryKey: ['chat-examples', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { kinds: 'layer,file' };
      const [entries, notebooks] = await Promise.all([
        api.call(resource.listResources, { params: { projectId }, query, signal }).then((reply) => reply.data),
        sources.find(({ kind }) => kind === 'notebook')?.list?.(projectId) ?? [],
      ]);
      const first = (kind: 'layer' | 'file'): Thing | undefined => {
        const entry = entries.find((each) => each.kind === kind);
        return entry && { name: entry.label, attachment: attachmentOfEntry(entry) };
      };
      const [notebook] = notebooks;
      return {
        layer: first('layer'),
        file: first('file'),
        notebook: notebook && {
          name: notebook.name,
          attachment: { type: 'notebook' as const, filename: notebook.name, url: `notebook:${notebook.id}` },
        },
      };
    },
  });
  return (data ?? {}) as { layer?: Thing; file?: Thing; notebook?: Thing };
}
