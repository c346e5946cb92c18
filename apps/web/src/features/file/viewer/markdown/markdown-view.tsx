import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useQuery } from '@tanstack/react-query';
import { PhotoIcon } from '@groma/ui';
import { useMemo } from 'react';
import { useProject } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import { listFolder } from '../../file-calls.ts';
import { openFile } from '../../file-actions.tsx';
import { folderOf } from '../../file-path.ts';
import { linkTo } from '../window-calls.ts';
import { projectPathOf } from './project-path.ts';
import './markdown-view.css';

const plugins = [remarkGfm];

/**
 * Markdown as a page. HTML in it stays text, so nothing in it runs; pictures come only from the project, since one from
 * elsewhere would tell its owner who reads; `folder` is where relative addresses begin.
 */
export function MarkdownView({ text, folder }: { text: string; folder: string }) {
  const components = useMemo<Components>(() => ({
    img: ({ src, alt }) => <ProjectPicture path={typeof src === 'string' ? projectPathOf(src, folder) : null} alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
    a: ({ href, children }) => <Anchor href={href ?? ''} folder={folder}>{children}</Anchor>,
    table: ({ children }) => <div className="markdown-table"><table>{children}</table></div>,
  }), [folder]);
  return <div className="markdown" dir="auto"><Markdown remarkPlugins={plugins} components={components}>{text}</Markdown></div>;
}

function ProjectPicture({ path, alt, address }: { path: string | null; alt: string; address: string }) {
  const t = useText();
  const projectId = useProject().id;
  const { data, error } = useQuery({ queryKey: ['file-link', projectId, path], queryFn: () => linkTo(projectId, path ?? ''), enabled: path !== null, staleTime: 10 * 60_000, retry: false });
  if (path === null || error) return <span className="markdown-no-picture" title={address}><PhotoIcon size={14} />{alt || t(path === null ? 'file.viewer.pictureElsewhere' : 'file.viewer.pictureMissing')}</span>;
  return data === undefined ? null : <img src={data} alt={alt} />;
}

function Anchor({ href, folder, children }: { href: string; folder: string; children: React.ReactNode }) {
  const projectId = useProject().id;
  const path = projectPathOf(href, folder);
  if (path === null) return /^(https?|mailto):/i.test(href) ? <a href={href} target="_blank" rel="noopener noreferrer">{children}</a> : <span>{children}</span>;
  const open = async () => {
    const entries = await listFolder(projectId, folderOf(path)).catch(() => []);
    openFile({ path, bytes: entries.find((entry) => entry.path === path)?.bytes ?? null });
  };
  return <a href={`#${path}`} onClick={(event) => { event.preventDefault(); void open(); }}>{children}</a>;
}
