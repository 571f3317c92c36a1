import { Trans } from '@lingui/react/macro';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { inTime } from '../in-time.ts';

type Script<K extends string, P> = () => Promise<{ [name in K]: ComponentType<P> }>;

/**
 * A part of a page whose code is fetched when it is first wanted. The page does without it when its script does not come, as
 * after a new release that has others.
 */
export const lazyPart = <K extends string, P extends object>(load: Script<K, P>, name: K) =>
  orElse(load, name, Nothing);

/** The same for what somebody asked for, who is told that it did not come. */
export const lazyAnswer = <K extends string, P extends object>(load: Script<K, P>, name: K) =>
  orElse(load, name, NotLoaded);

function orElse<K extends string, P extends object>(
  load: Script<K, P>,
  name: K,
  Otherwise: () => ReactNode,
): LazyExoticComponent<ComponentType<P>> {
  return lazy<ComponentType<P>>(() =>
    inTime(load()).then(
      (script) => ({ default: script[name] }),
      () => ({ default: Otherwise }),
    ),
  );
}

function Nothing() {
  return null;
}

function NotLoaded() {
  return (
    <div
      role="alert"
      className="fixed top-(--header) right-(--gutter) z-50 mt-2 flex items-center gap-4 rounded-md bg-raised p-4"
    >
      <Trans>페이지를 불러오지 못했어요</Trans>
      <Button look="primary" onClick={() => location.reload()}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}
