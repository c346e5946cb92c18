import { ErrorState, Spinner } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorText } from '../../platform/api.ts';
import { navigate } from '../../platform/router.ts';
import { useText } from '../../platform/text.ts';
import { keepSample } from './keep-sample.ts';

/** `/sample/keep`: into one's own sample, which shows what one has left on the live one (ACC-151). */
export function Page() {
  const t = useText();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['kept-sample'],
    queryFn: () => keepSample(t('sample.title')),
    // It is done once for each visit, and not again when the window is looked at again.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (data !== undefined) navigate(`/workspaces/${data}`, { replace: true });
  }, [data]);
  return (
    <main className="page-centre" aria-busy={!error}>
      {error ? (
        <ErrorState
          title={t('sample.notKept')}
          isRetrying={isFetching}
          onRetry={() => {
            void refetch();
          }}
        >
          {errorText(error)}
        </ErrorState>
      ) : (
        <Spinner label={t('sample.keeping')} />
      )}
    </main>
  );
}
