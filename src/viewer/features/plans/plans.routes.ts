import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./plans.loaders.ts'), 'loadPlans');

const plans = createRoute({
  getParentRoute: () => main,
  path: '/plans',
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
  loader: ({ context }) => load().then((own) => own.loadPlans(context)),
  head: headed,
  component: page(() => import('./plans-page.tsx'), 'PlansPage'),
});

const subscription = createRoute({
  getParentRoute: () => main,
  path: '/subscription',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'register' | 'guide' } =>
    tab === 'register' || tab === 'guide' ? { tab } : {},
  loader: ({ context }) => load().then((own) => own.describeSubscription(context)),
  head: headed,
  component: page(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});

const trial = createRoute({
  getParentRoute: () => main,
  path: '/trial',
  loader: ({ context }) => load().then((own) => own.loadTrial(context)),
  head: headed,
  component: page(() => import('./trial-page.tsx'), 'TrialPage'),
});

/** Below the service's header. */
export const plansRoutes = [plans, subscription, trial] as const;
