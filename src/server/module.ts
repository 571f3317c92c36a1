/** A module's contributions to the parts of the service that know no module. `modules.ts` lists all modules. */
import type { FastifyInstance } from 'fastify';
import type { CallTable } from '../contract/call.ts';
import type { Context, Hooks } from './context.ts';
import type { PersonalData } from './db/personal-data.ts';
import { bindCalls, type Handlers, type Identify } from './http/bind.ts';
import type { Job, RecurringJob } from './jobs/queue.ts';
import type { SearchSource } from './modules/search/sources.service.ts';
import type { PlayableKind } from './playable-kind.ts';

/** Calls of the contract with the functions that answer them. */
type BoundCalls = (api: FastifyInstance, context: Context, identify: Identify) => void;

export interface Module {
  calls?: readonly BoundCalls[];
  /** Routes that are not calls. */
  serve?: readonly ((app: FastifyInstance, context: Context) => void)[];
  jobs?: readonly Job<never>[];
  recurring?: readonly RecurringJob[];
  /** Runs next to a worker's jobs from its start. Returns a function that stops it. */
  watch?(context: Context): Promise<() => void | Promise<void>>;
  /** Kinds of things that can be found. */
  searchSources?: readonly SearchSource[];
  /** Kinds of things that can be played. */
  playableKinds?: readonly PlayableKind[];
  /** Parts of a heartbeat's statement that save the played position (`playback.repo.ts`). */
  savesOfPlaying?: readonly string[];
  personalData?: PersonalData;
  /** Functions for events of other modules. */
  on?: Partial<Hooks>;
}

/** Binds a table of calls to its handlers. */
export const bound =
  <T extends CallTable>(
    calls: T,
    routes: (context: Context, identify: Identify) => Handlers<T>,
  ): BoundCalls =>
  (api, context, identify) =>
    bindCalls(api, context, identify, calls, routes(context, identify));
