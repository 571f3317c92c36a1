import { Alert, Button } from '@mui/material';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useBackOnline } from '../../ui/online.ts';
import { scriptLoader } from '../../ui/script-loader.ts';
import { useText } from '../i18n/i18n-provider.ts';

/**
 * A part of a page whose code is fetched when it is first shown. If that fails, the rest of the page and a form's values stay,
 * and the part is fetched again on request or when the connection returns.
 */
export function lazyPart<K extends string, P extends object>(
  load: () => Promise<{ [name in K]: ComponentType<P> }>,
  name: K,
  loading: ReactNode,
): ComponentType<P> {
  const script = scriptLoader(load, name);
  let fetched: ComponentType<P> | undefined;
  return function Part(props: P) {
    const [Fetched, setFetched] = useState<ComponentType<P> | undefined>(() => fetched);
    const [hasFailed, setHasFailed] = useState(false);
    const text = useText();
    const fetchIt = useCallback(() => {
      setHasFailed(false);
      script().then(
        (found) => {
          fetched = found[name];
          setFetched(() => found[name]);
        },
        () => setHasFailed(true),
      );
    }, []);
    useEffect(() => {
      if (!fetched) fetchIt();
    }, [fetchIt]);
    useBackOnline(fetchIt, hasFailed);
    if (Fetched) return <Fetched {...props} />;
    if (!hasFailed) return loading;
    return (
      <Alert
        severity="error"
        sx={{ my: 1 }}
        action={
          <Button color="inherit" onClick={fetchIt}>
            {text('part.retry')}
          </Button>
        }
      >
        {text(navigator.onLine ? 'part.failed' : 'part.offline')}
      </Alert>
    );
  };
}
