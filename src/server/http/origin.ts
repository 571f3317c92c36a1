/** The service's origin, for addresses that are sent out. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The setting, or else the origin that the request names; no slash at the end. */
export const originOf = ({ origin }: Pick<Config, 'origin'>, request: FastifyRequest): string =>
  origin ?? `${request.protocol}://${request.host}`;

/** The setting, or else this machine: the sender could choose the origin that a request names. No slash at the end. */
export const publicOrigin = ({ origin, port }: Pick<Config, 'origin' | 'port'>): string =>
  origin ?? `http://localhost:${port}`;
