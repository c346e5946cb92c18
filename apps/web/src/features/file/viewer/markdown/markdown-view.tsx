import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useQuery } from '@tanstack/react-query';
import { PhotoIcon } from '@groma/ui';
import { createContext, useContext, type ComponentProps } from 'react';
import { useProject } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import { openFile } from '../../action/file-actions.tsx';
import { linkTo, readFileState } from '../window-calls.ts';
import { projectPathOf } from './project-path.ts';
import './markdown-view.css';

const plugins = [remarkGfm];
/** Where relative addresses begin. */
const Folder = createContext('/data');
const components: Components = {
  img: Picture,
  a: Anchor,
  table: ({ children }) => (
    <div className="markdown-table">
      <table>{children}</table>
    </div>
  ),
};

/**
 * Markdown as a page. HTML in it stays text, so nothing in it runs; pictures come only from the project, since one from
 * elsewhere would tell its owner who reads; `folder` is where relative addresses begin.
 */
export function MarkdownView({ text, folder }: { text: string; folder: string }) {
  return (
    <Folder value={folder}>
      <div className="markdown" dir="auto">
        <Markdown remarkPlugins={plugins} components={components}>
          {text}
        </Markdown>
      </div>
    </Folder>
  );
}

function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  const t = useText();
  const projectId = useProject().id;
  const address = typeof src === 'string' ? src : '';
  const path = projectPathOf(address, useContext(Folder));
  const { data, error } = useQuery({
    queryKey: ['file-link', projectId, path],
    queryFn: () => linkTo(projectId, path ?? ''),
    enabled: path !== null,
    staleTime: 10 * 60_000,
    retry: false,
  });
  if (path === null || error)
    return (
      <span className="markdown-no-picture" title={address}>
        <PhotoIcon size={14} />
        {alt || t(path === null ? 'file.viewer.pictureElsewhere' : 'file.viewer.pictureMissing')}
      </span>
    );
  return data === undefined ? null : <img src={data} alt={alt} />;
}

function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const projectId = useProject().id;
  const path = projectPathOf(href, useContext(Folder));
  if (path === null)
    return /^(https?|mailto):/i.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
  const open = async () => {
    const { bytes } = await readFileState(projectId, path).catch(() => ({ bytes: null }));
    openFile({ path, bytes });
  };
  return (
    <a
      href={`#${path}`}
      onClick={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      {children}
    </a>
  );
}
