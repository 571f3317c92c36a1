/** Where the service is reached, as addresses that leave it say. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The setting, or else where this request says it went; no slash at the end. */
export const originOf = ({ origin }: Pick<Config, 'origin'>, request: FastifyRequest): string =>
  origin ?? `${request.protocol}://${request.host}`;

/** The setting, or else this machine: where a request says it went, its sender could choose. No slash at the end. */
export const publicOrigin = ({ origin, port }: Pick<Config, 'origin' | 'port'>): string =>
  origin ?? `http://localhost:${port}`;
